#!/usr/bin/env bash
# Engines in Python and JavaScript over what `peers-export` wrote: run.sh EXPORTED PLACE
#
# Installs them into PLACE, which is never a folder of the sources, and prints their figures as JSON Lines. An engine that cannot be
# installed is left out: its script says so on a line of its own.
set -euo pipefail

here=$(cd "$(dirname "${BASH_SOURCE[0]}")" && pwd)
exported=$1
place=$2
minisearch=minisearch@7.2.0

# One core, as for every engine.
export NUMBA_NUM_THREADS=1 OMP_NUM_THREADS=1 OPENBLAS_NUM_THREADS=1 PYTHONDONTWRITEBYTECODE=1 PYTHONHASHSEED=0

mkdir -p "$place"
if python3 -m venv "$place/venv" >&2; then
    while read -r package; do
        "$place/venv/bin/python" -m pip install --quiet --disable-pip-version-check "$package" >&2 ||
            echo "failed to install $package" >&2
    done <"$here/requirements.txt"
    "$place/venv/bin/python" "$here/others.py" "$exported"
else
    echo "no virtual environment: the engines in Python are left out" >&2
    echo '{"engine": "Python", "missing": "no virtual environment"}'
fi

if command -v node >/dev/null && command -v npm >/dev/null; then
    npm install --prefix "$place" --no-save --no-package-lock --no-audit --no-fund --ignore-scripts "$minisearch" >&2 ||
        echo "failed to install $minisearch" >&2
    NODE_PATH="$place/node_modules" node "$here/others.mjs" "$exported"
else
    echo "no node or no npm: the engines in JavaScript are left out" >&2
    echo '{"engine": "JavaScript", "missing": "no node or no npm"}'
fi
