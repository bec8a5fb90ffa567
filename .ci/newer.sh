#!/usr/bin/env bash
# Runs unit tests with a later Python than that of .venv, in .venv-newer, or says that there is none.
# `newer.sh rules` tries the rules, the engine and the records; `newer.sh all` every unit test.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

venv=.venv-newer
kind=$1
shift
case $kind in
    rules)
        packages=('.[canvas,tables]' hypothesis pytest pytest-timeout pytest-xdist)
        tests=(tests/catalogue tests/core tests/play tests/record tests/rules tests/solitaire) ;;
    all)
        packages=('.[lab,fast,dev]')
        tests=(--ignore=tests/browser) ;;
    *) echo "usage: $0 rules|all [arguments of pytest]" >&2; exit 2 ;;
esac

ours=$(.venv/bin/python -c 'import sys; print(*sys.version_info[:2], sep=".")')
later() { "$1" -c "import sys, venv, ensurepip; sys.exit(sys.version_info[:2] <= (${ours/./, }))" 2>/dev/null; }

shopt -s nullglob
for candidate in ${NEWER:-python3.14 python3.13 python3.12 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.1[2-9]*/bin/python}; do
    if later "$candidate"; then
        "$candidate" -m venv --clear $venv
        $venv/bin/python -m pip install --disable-pip-version-check --no-input --prefer-binary --no-compile --quiet \
            --constraint .ci/constraints.txt "${packages[@]}"
        echo "Unit tests with $($venv/bin/python --version)"
        exec $venv/bin/python -m pytest --quiet --numprocesses=logical --maxprocesses=8 --dist=worksteal \
            -p no:cacheprovider "${tests[@]}" "$@"
    fi
done
echo "Found no Python later than $ours: its tests are left out."
