#!/usr/bin/env bash
# expat.sh FOLDER: builds FOLDER/libexpat.so.1 from Debian's source and patches, with getrandom() in place of arc4random_buf(), which would
# ask for glibc 2.36: every other library of the wheel is content with 2.35. Needs dpkg-dev, cmake and the network; root is not needed.
set -euo pipefail

out=$(readlink -m "$1")
made=$(sha256sum "$0" | cut -d " " -f 1)  # by this script, as it stands
if [ -e "$out/libexpat.so.1" ] && [ "$(cat "$out/made-by" 2>/dev/null)" = "$made" ]; then exit 0; fi
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$work/parts" "$work/lists" "$work/source"
for list in /etc/apt/sources.list /etc/apt/sources.list.d/*; do
  [ -s "$list" ] || continue
  sed -E 's/^deb /deb-src /; s/^Types:.*/Types: deb-src/' "$list" >"$work/parts/$(basename "$list")"
done
apt=(apt-get -q -q -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/parts" -o "Dir::State::lists=$work/lists" -o APT::Sandbox::User=root)
"${apt[@]}" update
cd "$work/source"
# Mirrors carry the newest release of a source before its security update, or the other way round: the newest that is there is taken.
for release in "" $(apt-cache -o Dir::Etc::sourcelist=/dev/null -o "Dir::Etc::sourceparts=$work/parts" -o "Dir::State::lists=$work/lists" showsrc expat |
  sed -n 's/^Version: /=/p' | sort -rV | uniq); do
  "${apt[@]}" source "expat$release" && break
done
source=$(find . -mindepth 1 -maxdepth 1 -type d)
cmake -S "$source/expat" -B "$work/build" -DCMAKE_BUILD_TYPE=Release -DEXPAT_BUILD_TOOLS=OFF -DEXPAT_BUILD_EXAMPLES=OFF -DEXPAT_BUILD_TESTS=OFF \
  -DEXPAT_BUILD_DOCS=OFF -DHAVE_ARC4RANDOM_BUF=0 -DHAVE_ARC4RANDOM=0 >/dev/null
sed -i 's/^#define XML_DTD$/#define XML_DTD 1/' "$work/build/expat_config.h"  # as configure writes it, and the patches ask
cmake --build "$work/build" >/dev/null
mkdir -p "$out"
cp -L "$work/build/libexpat.so.1" "$out/libexpat.so.1"
echo "$made" >"$out/made-by"
