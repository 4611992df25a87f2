"""A manual page has no warning of the tools that show manual pages. usage: manual.py PAGE"""
import shutil
import subprocess
import sys

page = sys.argv[1]
checked = 0
if shutil.which("mandoc"):
    ran = subprocess.run(["mandoc", "-T", "lint", "-W", "warning", page], capture_output=True, text=True)
    assert ran.returncode == 0 and not ran.stdout, ran.stdout
    checked += 1
if shutil.which("man") and shutil.which("groff"):
    ran = subprocess.run(["man", "--warnings", "--encoding=UTF-8", "--local-file", page], capture_output=True, text=True,
                         env={"MANWIDTH": "80", "LC_ALL": "C.UTF-8", "PATH": "/usr/bin:/bin", "MANROFFSEQ": ""})
    assert ran.returncode == 0 and not ran.stderr, ran.stderr
    for section in ("NAME", "SYNOPSIS", "DESCRIPTION", "OPTIONS", "EXIT STATUS", "SEE ALSO"):
        assert f"\n{section}\n" in ran.stdout, f"the page has no section {section}"
    checked += 1
if not checked:
    print("neither mandoc nor man with groff is installed")
    sys.exit(77)
