#!/usr/bin/env python3
"""Writes the changelog of the Debian packages from CHANGELOG.md: the entries of the newest version."""
import argparse
import datetime
import re
import textwrap


def newest_entries(text, version):
    """The list items of the first section, which is of that version, each as one line of plain text."""
    heading = re.search(r"^## (\S+)", text, flags=re.M).group(1)
    if version.split("-")[0] != heading:
        raise SystemExit(f"the newest section of the changelog is of {heading}, not of {version}")
    section = re.split(r"^## .*$", text, flags=re.M)[1]
    items = re.split(r"^- ", section, flags=re.M)[1:]
    return [re.sub(r"[`*]", "", " ".join(item.split())) for item in items]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--version", required=True)
    parser.add_argument("--date", required=True, help="YYYY-MM-DD")
    parser.add_argument("--maintainer", required=True)
    parser.add_argument("changelog")
    parser.add_argument("output")
    options = parser.parse_args()

    with open(options.changelog, encoding="utf-8") as file:
        entries = newest_entries(file.read(), options.version)
    date = datetime.datetime.fromisoformat(options.date).replace(tzinfo=datetime.timezone.utc)
    lines = [f"etscope ({options.version}) unstable; urgency=medium", ""]
    for entry in entries:
        lines += textwrap.wrap(entry, 78, initial_indent="  * ", subsequent_indent="    ", break_long_words=False,
                               break_on_hyphens=False)
    lines += ["", f" -- {options.maintainer}  {date:%a, %d %b %Y %H:%M:%S +0000}", ""]
    with open(options.output, "w", encoding="utf-8") as file:
        file.write("\n".join(lines))


if __name__ == "__main__":
    main()
