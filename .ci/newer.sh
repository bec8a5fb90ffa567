#!/usr/bin/env bash
# Runs the unit tests with a later Python than that of .venv, in .venv-newer, or says that there is none.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

venv=.venv-newer
ours=$(.venv/bin/python -c 'import sys; print(*sys.version_info[:2], sep=".")')
later() { "$1" -c "import sys, venv, ensurepip; sys.exit(sys.version_info[:2] <= ($2))" 2>/dev/null; }

for candidate in ${NEWER:-python3.14 python3.13 python3.12}; do
    if later "$candidate" "${ours/./, }"; then
        "$candidate" -m venv --clear $venv
        $venv/bin/python -m pip install --disable-pip-version-check --no-input --prefer-binary --quiet \
            --constraint .ci/constraints.txt --editable '.[lab,fast,dev]'
        echo "Unit tests with $($venv/bin/python --version)"
        exec $venv/bin/python -m pytest --quiet --ignore=tests/browser --numprocesses=logical --maxprocesses=8 \
            --dist=worksteal -p no:cacheprovider "$@"
    fi
done
echo "Found no Python later than $ours: nothing to run."
