"""What the command line says about a folder: whom it accuses, and which cause it names first."""

import json
import subprocess
from dataclasses import dataclass, field


@dataclass
class Answer:
    state: str = "unknown"
    named: list = field(default_factory=list)  # kinds of causes, the first is the answer
    places: list = field(default_factory=list)  # instruction, constant and nodes of the first cause's culprits
    accusations: list = field(default_factory=list)  # sentences
    seconds: float = 0.0


def ask(cli, command, folder, *options):
    """(document, None), or (None, what went wrong): a crash, a hang or an unreadable file is an accusation of its own."""
    try:
        told = subprocess.run([cli, command, "--json", str(folder), *options], capture_output=True, timeout=120)
    except subprocess.TimeoutExpired:
        return None, f"{command}: no answer in 120 s"
    if b"[no-runs]" in told.stderr:  # of a dump that the runtime broke nothing could be rebuilt: there is nothing to say
        return None, None
    if told.returncode not in (0, 1, 4):
        return None, f"{command}: status {told.returncode}: {told.stderr.decode(errors='replace')[-200:]}"
    return json.loads(told.stdout), None


def causes_of(document):
    """What is told as the reason: a case in the place of another is a doubt about the pairs, not a fault."""
    return [one for one in document["causes"] if one["state"] == "differ" or (one["state"], one["kind"]) == ("doubtful", "pairing")]


def verdict(document, answer, allowed):
    """allowed: causes that are no accusation here."""
    answer.state = document["state"]
    causes = causes_of(document)
    answer.named = [one["kind"] for one in causes]
    answer.places = [one["culprit"] for one in document["culprits"]]
    told = [f"verdict: {one['kind']}: {one['title']} ({one['address']})" for one in causes if one["kind"] not in allowed]
    told += [f"verdict: {one['files']} {one['state']}: {one['finding']}" for one in document["joins"] if one["state"] in ("mismatched", "differ")]
    kinds = {one["culprit"]["cause"] for one in document["culprits"]} - set(allowed)
    told += [f"verdict: culprit {kind}" for kind in kinds - set(answer.named)]
    if document["state"] == "differ" and not causes and not told and not allowed:
        told.append("verdict: " + "; ".join(one["text"] for one in document["sentences"] if one["state"] == "differ"))
    answer.accusations += told


def gap(document, allowed):
    for row in document["rows"]:
        if row.get("verdict") == "not_rounding":
            yield f"gap: run {row['run']} instruction {row['instruction']} {row['runtime']} not rounding: {row['verdict_reason']}"
        elif row.get("diverges") and not allowed:
            yield f"gap: run {row['run']} instruction {row['instruction']} {row['runtime']} diverges: error {row['error']}, inherited {row['inherited_error']}"


def drift(document, _):
    first = document["first"]
    if first:
        yield f"drift: step {first['step']} instruction {first['instruction']} {first['node']}: {first['total']} of normal, {first['origin']}"


def stages(document, _):
    for arrow in document["arrows"]:
        if arrow["breaks"]:
            yield f"stages: {arrow['from']} to {arrow['to']} breaks at {arrow['first']}"


def judge(cli, folder, methods, allowed=(), all_commands=True):
    answer = Answer()
    document, failure = ask(cli, "verdict", folder)
    if failure:
        answer.accusations.append(failure)
        return answer
    verdict(document, answer, allowed)
    for method in methods if all_commands else ():
        for command in (gap, drift, stages):
            document, failure = ask(cli, command.__name__, folder, "--method", method)
            told = command(document, allowed) if document else [failure] if failure else []
            answer.accusations += list(told)[:3]
    return answer
