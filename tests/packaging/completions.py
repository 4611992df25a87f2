"""Completion scripts parse in their shells, and complete there what they should. usage: completions.py PROGRAM FOLDER"""
import os
import pathlib
import pty
import re
import select
import shutil
import subprocess
import sys
import tempfile
import time

program, folder = sys.argv[1], pathlib.Path(sys.argv[2]).resolve()

# What is typed, what must be offered, what must not be; "FILES": a file with a blank and a folder lie in the working folder.
LINES = {
    "etscope-cli": [
        (["ver"], ["verdict", "verify"], ["info"]),
        (["info", "--js"], ["--json"], ["--hash"]),
        (["compare", "--metric", "max_"], ["max_abs", "max_rel"], ["cosine", "a file"]),
        (["compare", "--metric", ""], ["max_abs", "cosine"], ["a file"]),
        (["tensor", "a file", "w", "--role", "para"], ["parameter"], ["buffer"]),
        (["gap", "--reference", "comp"], ["computed"], ["run:"]),
        (["completion", ""], ["bash", "fish", "zsh"], ["a file"]),
        (["info", "a"], ["a file"], []),
        (["events", "--trace", "a"], ["a file"], []),
        (["graph", "--method", "a"], [], ["a file"]),
    ],
    "etscope": [
        (["--them"], ["--theme"], ["--size"]),
        (["--theme", ""], ["system", "light", "dark", "high-contrast"], ["a file"]),
        (["--page", "over"], ["overview"], ["graph"]),
        (["a"], ["a file"], []),
        (["--screenshot", "a"], ["a file"], []),
    ],
}[program]


def run(*command, **more):
    ran = subprocess.run(command, capture_output=True, text=True, timeout=60, **more)
    assert ran.returncode == 0 and not ran.stderr, f"{command}: {ran.stdout}{ran.stderr}"
    return ran.stdout


def bash_offers(words, equals=False):
    typed = [program, *words]
    if equals:  # --option=value comes as three words
        typed[-1:] = ["=", typed[-1]] if typed[-1] else ["="]
    script = f"""source '{folder / (program + ".bash")}'
COMP_WORDS=("$@") COMP_CWORD=$(($# - 1))
_{program.replace("-", "_")}
printf '%s\\n' "${{COMPREPLY[@]}}" """
    return run("bash", "--norc", "-c", script, "bash", *typed).splitlines()


def fish_offers(words):
    line = " ".join(word.replace(" ", "\\ ") for word in [program, *words])
    script = f"source '{folder / (program + '.fish')}'; complete -C '{line}'"
    return [re.sub(r"\\(.)", r"\1", answer.split("\t")[0]) for answer in run("fish", "--no-config", "-c", script).splitlines()]


def zsh_offers(words):
    """A real zsh on a terminal of its own: the line is typed, and what `compadd` takes is written down."""
    line = " ".join(word.replace(" ", "\\ ") for word in [program, *words])
    with tempfile.TemporaryDirectory() as home:
        record = pathlib.Path(home, "offers")
        pathlib.Path(home, ".zshrc").write_text(f"""
fpath=('{folder}' $fpath)
autoload -Uz compinit && compinit -u -D
compadd() {{
    local -a taken
    builtin compadd -O taken "$@" 2>/dev/null
    print -rl -- $taken >> '{record}'
    builtin compadd "$@"
}}
finish() {{ print -r -- THE-END >> '{record}'; exit }}
zle -N finish
bindkey '^X' finish
zstyle ':completion:*' verbose yes
PROMPT='READY>'
""")
        child, terminal = pty.fork()
        if child == 0:
            os.environ.update(HOME=home, ZDOTDIR=home, TERM="dumb")
            os.execvp("zsh", ["zsh", "-i"])
        seen, deadline, sent = b"", time.time() + 60, False
        while time.time() < deadline:
            if select.select([terminal], [], [], 0.1)[0]:
                try:
                    seen += os.read(terminal, 65536)
                except OSError:
                    break
            if not sent and b"READY>" in seen:
                os.write(terminal, line.encode() + b"\t\x18")
                sent = True
        os.close(terminal)
        os.waitpid(child, 0)
        offers = record.read_text().splitlines() if record.exists() else []
        assert "THE-END" in offers, f"zsh did not answer: {seen!r}"
        return offers


def check(shell, offers):
    for words, wanted, unwanted in LINES:
        offered = [word.rstrip(" /") for word in offers(words)]
        for word in wanted:
            assert word in offered, f"{shell}: {words} should offer {word}, not {offered}"
        for word in unwanted:
            assert word not in offered, f"{shell}: {words} should not offer {word}"


def syntax(shell, name):
    run(shell, "-n", str(folder / name))
    text = (folder / name).read_text()
    assert shell != "zsh" or text.startswith(f"#compdef {program}\n")


SHELLS = {"bash": (f"{program}.bash", bash_offers), "zsh": (f"_{program}", zsh_offers), "fish": (f"{program}.fish", fish_offers)}
missing = [shell for shell in SHELLS if not shutil.which(shell)]
with tempfile.TemporaryDirectory() as place:
    os.chdir(place)
    pathlib.Path("a file").touch()
    for shell, (name, offers) in SHELLS.items():
        if shell not in missing:
            syntax(shell, name)
            check(shell, offers)
    if program == "etscope-cli" and "bash" not in missing:
        assert "max_abs" in bash_offers(["compare", "--metric", "max_"], equals=True)
print("not installed:", *missing) if missing else None
sys.exit(77 if len(missing) == len(SHELLS) else 0)
