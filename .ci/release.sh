#!/usr/bin/env bash
# Makes all that goes with a release, in artefacts/release, and tries it; what it needs for that lies in artefacts.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/.."

out=artefacts/release
tools=artefacts/release-tools
trial=artefacts/release-trial
rm -rf $out $tools $trial
mkdir -p $out

.venv/bin/python -m venv $tools
.venv/bin/python -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["dependency-groups"]["release"], sep="\n")' \
    | $tools/bin/python -m pip install --quiet --disable-pip-version-check --requirement /dev/stdin

# The same commit makes the same bytes, wherever and whenever.
SOURCE_DATE_EPOCH=$(git log -1 --format=%ct)
export SOURCE_DATE_EPOCH
for folder in $out $tools/again; do $tools/bin/python -m build --outdir $folder >/dev/null; done
diff --recursive $out $tools/again

# Some of the versions that the tests ran with want a later Python 3.11 than the first.
$tools/bin/uv pip compile --quiet --universal --python-version 3.11.5 --constraint .ci/constraints.txt --extra lab --extra fast \
    --generate-hashes --no-annotate --no-header --output-file $out/requirements.txt pyproject.toml
if grep '://' $out/requirements.txt; then echo "requirements.txt names a host." >&2; exit 1; fi

# pip and uv both take it, and nothing is installed that it does not list.
$tools/bin/uv venv --quiet --python .venv/bin/python $trial
$tools/bin/uv pip install --quiet --dry-run --python $trial --require-hashes --requirement $out/requirements.txt
$tools/bin/python -m pip --python $trial/bin/python install --quiet --disable-pip-version-check --no-compile --no-deps \
    --require-hashes --requirement $out/requirements.txt

bill=$(basename $out/*.whl -py3-none-any.whl).cdx.json
$tools/bin/cyclonedx-py environment --pyproject pyproject.toml --mc-type library --output-reproducible \
    --output-file "$out/$bill" $trial/bin/python
$trial/bin/python - $out/requirements.txt "$out/$bill" <<'END'
import json
import re
import sys
from importlib.metadata import distributions


def plain(name):
    return re.sub("[-_.]+", "-", name).lower()


asked, bill = (open(path, encoding="utf-8").read() for path in sys.argv[1:])
listed = {plain(part["name"]): part["version"] for part in json.loads(bill)["components"]}
installed = {plain(each.name): each.version for each in distributions()}
pinned = dict(re.findall(r"(?m)^(\S+)==(\S+)", asked))
assert listed == installed, f"the bill of materials does not list what is installed: {listed.items() ^ installed.items()}"
assert listed.items() <= pinned.items(), f"not in requirements.txt: {listed.items() - pinned.items()}"
assert json.loads(bill)["metadata"]["component"]["name"] == "domino-lab"
END

$tools/bin/uv pip install --quiet --no-deps --python $trial $out/*.whl
$tools/bin/uv pip check --quiet --python $trial
(cd $trial && bin/python -c 'import domino_lab as dl; print(dl.why(dl.load("all-fives-worked-example"), 4).text)')
(cd $out && sha256sum -- * >SHA256SUMS && cat SHA256SUMS)
