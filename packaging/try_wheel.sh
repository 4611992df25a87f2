#!/usr/bin/env bash
# try_wheel.sh WHEEL FOLDER: installs the wheel as a new user would, on a Debian 12 that has none of the packages that built it, and
# starts there what it brings: the command line, the module, the window without a display; with the Python of that Debian also the
# tests of the module, a client of the Model Context Protocol, and Dask and Ray. Needs root, mmdebstrap and the network.
# PYTHON is one that takes the wheel: it is lent to the root unless that has its own of this version.
set -euo pipefail

wheel=$(readlink -f "$1")
root=$(readlink -m "$2")
python=${PYTHON:-python3}
here=$(dirname "$(readlink -f "$0")")
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')
prefix=$("$python" -c 'import sys; print(sys.base_prefix)')

if [ ! -x "$root/usr/bin/python3" ]; then
  rm -rf "$root"
  mmdebstrap --variant=minbase --include=python3,python3-venv bookworm "$root" ${MIRROR:-$(ls /etc/apt/sources.list /etc/apt/sources.list.d/*.sources 2>/dev/null | head -n 1)}
fi
rm -rf "$root/wheels" "$root/home/try"
mkdir -p "$root/wheels" "$root/home/try"
own=/usr/bin/python$version
used=()
[ ! -x "$root$own" ] || used=(pytest pandas pyarrow ml_dtypes pyyaml distributed ray mcp)
# What it depends on comes from here, so that the root needs no network.
"$python" -m pip download -q --only-binary=:all: --platform manylinux_2_28_x86_64 --platform manylinux_2_27_x86_64 \
  --platform manylinux_2_17_x86_64 --platform manylinux2014_x86_64 -d "$root/wheels" "numpy>=1.24" "${used[@]}"
cp "$wheel" "$root/wheels"
cp "$here/try_wheel.py" "$root/home/try"

# Programs find their libraries by their own place, which the system tells in /proc.
mount -t proc proc "$root/proc"
mount --bind /dev "$root/dev"
mkdir -p "$root/dev/shm"
trap 'umount "$root/proc"; umount "$root/dev"; ! mountpoint -q "$root$prefix" || umount "$root$prefix"' EXIT
inside() { chroot "$root" /usr/bin/env -i HOME=/home/try PATH=/home/try/venv/bin:/usr/bin:/bin LC_ALL=C.UTF-8 "$@"; }
if [ ! -x "$root$own" ]; then
  mkdir -p "$root$prefix"
  mount --bind -o ro "$prefix" "$root$prefix"
  own=$prefix/bin/python$version
fi
inside "$own" -m venv /home/try/venv
inside pip install -q --no-index --find-links /wheels etscope
inside etscope-cli --version
inside python /home/try/try_wheel.py
cp "$root/home/try/window.png" "$(dirname "$root")/wheel-window.png"
[ ${#used[@]} -gt 0 ] || exit 0
# The tests of the source, of what is installed here.
source=$root/home/try/source
mkdir -p "$source"
(cd "$here/.." && git ls-files -z tests/python tests/cli tests/fixtures resources/samples docs python README.md CMakeLists.txt | tar -c --null -T -) |
  tar -x -C "$source"
inside pip install -q --no-index --find-links /wheels "${used[@]}"
inside ETSCOPE_CLI=/home/try/venv/bin/etscope-cli python -m pytest -q -p no:cacheprovider /home/try/source/tests/python
inside python /home/try/source/tests/cli/mcp_talk.py /home/try/venv/bin/etscope-cli /home/try/source/resources/samples/vlm
