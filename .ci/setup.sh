#!/usr/bin/env bash
# Makes .venv and installs the checkout into it, once: again only when what it was made from has changed.
# `setup.sh lab` installs what a teacher needs; without an argument, what the tests need comes on top.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

venv=.venv
python=$venv/bin/python
stamp=$venv/.made-from
kind=${1:-dev}
case $kind in
    lab) extras='.[lab,fast]' size='about 0.7 GB' ;;
    dev) extras='.[lab,fast,site]' size='about 1 GB' ;;
    *) echo "usage: $0 [lab|dev]" >&2; exit 2 ;;
esac

wanted() { cat pyproject.toml .ci/constraints.txt .ci/setup.sh .ci/course.py | cksum; }
works() { "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null; }
can_make_venv() { works "$1" && "$1" -c 'import venv, ensurepip' 2>/dev/null; }

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        if can_make_venv "$PYTHON"; then echo "$PYTHON"; return; fi
        echo "PYTHON=$PYTHON is no Python 3.11 or later with a venv module." >&2
        return 1
    fi
    for candidate in python3 python3.14 python3.13 python3.12 python3.11 python; do
        if can_make_venv "$candidate"; then echo "$candidate"; return; fi
    done
    cat >&2 <<'END'
domino_lab needs Python 3.11 or later, with its venv module, and found none.
  Debian or Ubuntu:  apt-get install python3 python3-venv
  macOS:             brew install python
  elsewhere:         https://www.python.org/downloads/   or   https://docs.astral.sh/uv/
Then run `make setup` again, or name one: make setup PYTHON=/path/to/python3
END
    return 1
}

# pip knows dependency groups from 25.1 on, and a new environment has an older one.
group() {
    [ "$kind" = lab ] || $python - <<'END'
import tomllib
with open("pyproject.toml", "rb") as file:
    print(*tomllib.load(file)["dependency-groups"]["dev"])
END
}

install_with_uv() {
    # An interpreter that the caller names, else uv's own search, which may also fetch one.
    works $python || uv venv --quiet --clear --python "${PYTHON:->=3.11}" $venv
    uv pip install --python $python --constraint .ci/constraints.txt --editable "$extras" $(group)
}

install_with_pip() {
    if ! works $python; then
        local base
        base=$(find_python)
        rm -rf $venv
        "$base" -m venv $venv
    fi
    # An environment that uv made has no pip of its own.
    $python -m pip --version >/dev/null 2>&1 || $python -m ensurepip --default-pip
    # Python compiles what is imported when it is imported; to compile all that is there takes a third of the set-up.
    $python -m pip install --disable-pip-version-check --no-input --prefer-binary --no-compile \
        --constraint .ci/constraints.txt --editable "$extras" $(group)
}

made=$(cat $stamp 2>/dev/null || true)
if works $python && { [ "$made" = "dev $(wanted)" ] || [ "$made" = "$kind $(wanted)" ]; }; then
    exit 0
fi
# A developer's environment keeps the packages of the tests, also when `make lab` comes first after a change.
if [ "$kind" = lab ] && [ "${made%% *}" = dev ]; then exec "$0" dev; fi
echo "Setting up .venv ($size, one to three minutes; only when something has changed) ..."
if command -v uv >/dev/null 2>&1; then install_with_uv; else install_with_pip; fi
echo "$kind $(wanted)" >$stamp
echo "Ready: .venv"
