#!/bin/sh
# Make the virtual environment $1 and install the pinned packages into it. Honours $PYTHON.
set -eu
venv=$1

fail() {
    echo "haima: $*" >&2
    exit 1
}

new_enough() {
    "$1" -c 'import sys; sys.exit(sys.version_info < (3, 11))' 2>/dev/null
}

find_python() {
    if [ -n "${PYTHON:-}" ]; then
        command -v "$PYTHON" >/dev/null 2>&1 || fail "PYTHON=$PYTHON is no program; name a Python 3.11 or newer."
        new_enough "$PYTHON" || fail "PYTHON=$PYTHON is $("$PYTHON" --version 2>&1); Haima needs Python 3.11 or newer."
        echo "$PYTHON"
        return
    fi
    for name in python3.12 python3.11 python3.13 python3 python; do
        if command -v "$name" >/dev/null 2>&1 && new_enough "$name"; then
            echo "$name"
            return
        fi
    done
    found=$(python3 --version 2>&1 || true)
    fail "Haima needs Python 3.11 or newer (found: ${found:-none}); install one, or name it: make run PYTHON=/path/to/python3.12"
}

python=$(find_python)

if [ ! -x "$venv/bin/python" ] || ! new_enough "$venv/bin/python"; then
    echo "haima: making $venv with $("$python" --version)"
    rm -rf "$venv"
    # A Python without ensurepip (Debian's, without python3-venv) still has a pip of its own that can fill the environment.
    if ! "$python" -m venv "$venv" >/dev/null 2>&1; then
        rm -rf "$venv"
        "$python" -m venv --without-pip "$venv" 2>/dev/null ||
            fail "$python cannot make a virtual environment; install its venv module (Debian: apt install python3-venv)."
        "$python" -m pip --version >/dev/null 2>&1 ||
            fail "$python has neither ensurepip nor pip; install one (Debian: apt install python3-venv)."
    fi
fi

if "$venv/bin/python" -m pip --version >/dev/null 2>&1; then
    pip() { "$venv/bin/python" -m pip "$@"; }
else
    pip() { "$python" -m pip --python "$venv/bin/python" "$@"; }
fi

echo "haima: installing pinned packages (once; a minute or two)"
pip install --quiet --disable-pip-version-check --no-input -c constraints.txt -e '.[embedded,dev]' ||
    fail "the packages could not be installed; pip says above why (network, or a platform without wheels)."
