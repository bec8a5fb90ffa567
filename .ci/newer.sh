#!/usr/bin/env bash
# Runs unit tests with a later Python than that of .venv, in .venv-newer, or says that there is none.
# `newer.sh rules` tries the rules, the engine and the records; `newer.sh all` every unit test.
# `newer.sh setup rules` makes .venv-newer and runs nothing: made once, it is made again only when its requirements change.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

venv=.venv-newer
stamp=$venv/.made-from
only_setup=
if [ "${1:-}" = setup ]; then only_setup=yes; shift; fi
kind=${1:-}
[ -z "$kind" ] || shift
case $kind in
    rules)
        packages=('.[canvas,tables]' hypothesis pytest pytest-timeout pytest-xdist)
        tests=(tests/core tests/play tests/record tests/rules tests/solitaire) ;;
    all)
        packages=('.[lab,fast,site]'
                  $(.venv/bin/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]["dev"])'))
        tests=(--ignore=tests/browser) ;;
    *) echo "usage: $0 [setup] rules|all [arguments of pytest]" >&2; exit 2 ;;
esac

ours=$(.venv/bin/python -c 'import sys; print(*sys.version_info[:2], sep=".")')
later() { "$1" -c "import sys, venv, ensurepip; sys.exit(sys.version_info[:2] <= (${ours/./, }))" 2>/dev/null; }

find_later() {
    shopt -s nullglob
    for candidate in ${NEWER:-python3.14 python3.13 python3.12 "${PYENV_ROOT:-$HOME/.pyenv}"/versions/3.1[2-9]*/bin/python}; do
        if later "$candidate"; then echo "$candidate"; return; fi
    done
}

python=$(find_later)
if [ -z "$python" ]; then
    echo "Found no Python later than $ours: its tests are left out."
    exit 0
fi
wanted="$kind $python $(cat pyproject.toml .ci/constraints.txt .ci/newer.sh | cksum)"
if [ "$(cat $stamp 2>/dev/null || true)" != "$wanted" ]; then
    "$python" -m venv --clear $venv
    $venv/bin/python -m pip install --disable-pip-version-check --no-input --prefer-binary --no-compile --quiet \
        --constraint .ci/constraints.txt --editable "${packages[@]}"
    echo "$wanted" >$stamp
fi
[ -z "$only_setup" ] || exit 0
echo "Unit tests with $($venv/bin/python --version)"
exec $venv/bin/python -m pytest --quiet --numprocesses=logical --maxprocesses=8 --dist=worksteal \
    -p no:cacheprovider "${tests[@]}" "$@"
