#!/bin/sh
# Executes plan.txt, which stands beside this file, on a device: run.sh ADB SERIAL RUNNER PROGRAM [DATA…]
#
# Written by etscope, and yours. RUNNER is an etscope-runner built for the device, PROGRAM the .pte, DATA its .ptd files. Everything
# is pushed into a folder of its own below /data/local/tmp (ETSCOPE_DEVICE_FOLDER names another place), the results are pulled, the
# folder is removed.
set -u
here=$(cd "$(dirname "$0")" && pwd) || exit 3
adb=$1 serial=$2 runner=$3
shift 3
there=${ETSCOPE_DEVICE_FOLDER:-/data/local/tmp}/etscope-run-$$

on() {
    if [ -n "$serial" ]; then "$adb" -s "$serial" "$@" </dev/null; else "$adb" "$@" </dev/null; fi
}
need() {
    "$@" >/dev/null || { echo "run.sh: adb could not do this: $*"; echo '@etscope {"event":"absent","message":"the device could not be reached, or its folder not be written"}'; exit 3; }
}

need on shell "mkdir -p $there"
trap 'on shell "rm -rf $there" >/dev/null 2>&1' EXIT
trap 'exit 130' INT TERM
need on push "$runner" "$there/etscope-runner"
need on push "$here/plan.txt" "$there/plan.txt"
if [ -d "$here/inputs" ]; then need on push "$here/inputs" "$there/"; fi
need on push "$1" "$there/program.pte"
shift
number=0
for data in "$@"; do
    need on push "$data" "$there/data-$number.ptd"
    number=$((number + 1))
done
on shell "cd $there && chmod 755 etscope-runner && ./etscope-runner plan.txt; echo @etscope-status \$?" | tr -d '\r'
for name in $(on shell "cd $there && ls" | tr -d '\r'); do
    case $name in
    */*) ;; # a device may say anything
    out-*.npy | *.etdp | *.dbg) on pull "$there/$name" "$here/$name" >/dev/null ;;
    esac
done
