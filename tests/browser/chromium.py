"""A page in headless Chromium, steered over a pipe: what a test needs of the DevTools protocol, and nothing of the network."""

import json
import os
import select
import shutil
import subprocess
import tempfile
import time

NAMES = ("chromium", "chromium-browser", "google-chrome", "chrome")


def browser():
    """The program; None: there is none."""
    return next((path for path in map(shutil.which, NAMES) if path), None)


class Page:
    """Keeps what the page said on its console and what it asked for."""

    def __init__(self, address):
        self.console, self.requests = [], []
        self._folder = tempfile.mkdtemp(prefix="etscope-chromium-")
        ours_in, theirs_out = os.pipe()
        theirs_in, ours_out = os.pipe()

        def place():
            # Numbers above those that are taken first: neither copy may close the other.
            first, second = os.dup(theirs_in), os.dup(theirs_out)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self._process = subprocess.Popen(
            [browser(), "--headless", "--no-sandbox", "--disable-gpu", "--no-first-run", "--disable-background-networking",
             "--disable-component-update", "--disable-default-apps", "--disable-sync", "--disable-extensions",
             "--host-resolver-rules=MAP * ~NOTFOUND", f"--user-data-dir={self._folder}", "--remote-debugging-pipe", "about:blank"],
            preexec_fn=place, pass_fds=(3, 4, theirs_in, theirs_out), stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(theirs_in)
        os.close(theirs_out)
        self._in, self._out, self._left, self._last, self._session = ours_in, ours_out, b"", 0, None
        self._attach(next(one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "page"))
        self.call("Page.navigate", url=address)

    def close(self):
        self._process.kill()
        self._process.wait()
        os.close(self._in)
        os.close(self._out)
        shutil.rmtree(self._folder, ignore_errors=True)

    def _message(self, until):
        while b"\0" not in self._left:
            if not select.select([self._in], [], [], max(0, until - time.monotonic()))[0]:
                raise TimeoutError("the browser does not answer")
            part = os.read(self._in, 1 << 20)
            if not part:
                raise EOFError("the browser has ended")
            self._left += part
        text, self._left = self._left.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, seconds=300, **parameters):
        self._last += 1
        message = {"id": self._last, "method": method, "params": parameters}
        if self._session:
            message["sessionId"] = self._session
        data = json.dumps(message).encode() + b"\0"
        while data:
            data = data[os.write(self._out, data):]
        until = time.monotonic() + seconds
        while True:
            answer = self._message(until)
            if answer.get("id") == self._last:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']}")
                return answer["result"]
            self._heard(answer.get("method"), answer.get("params", {}))

    def _heard(self, method, event):
        if method == "Runtime.consoleAPICalled":
            self.console.append(" ".join(str(one.get("value", one.get("description"))) for one in event["args"]))
        elif method == "Runtime.exceptionThrown":
            self.console.append(json.dumps(event["exceptionDetails"])[:500])
        elif method == "Log.entryAdded":
            self.console.append(event["entry"]["text"])
        elif method == "Network.requestWillBeSent":
            self.requests.append(event["request"]["url"])

    def follow(self, seconds=30):
        """From now on it is the page that this one has opened."""
        mine, self._session = self._target, None
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            pages = [one for one in self.call("Target.getTargets")["targetInfos"] if one["type"] == "page" and one["targetId"] != mine]
            if pages:
                return self._attach(pages[0])
            time.sleep(0.1)
        raise TimeoutError("no page was opened")

    def _attach(self, target):
        self._session, self._target = None, target["targetId"]
        self._session = self.call("Target.attachToTarget", targetId=self._target, flatten=True)["sessionId"]
        for domain in ("Page", "Runtime", "Log", "Network", "DOM"):
            self.call(domain + ".enable")

    def run(self, script, seconds=300):
        """The value of an expression, as if a person had caused it; of a promise what it comes to."""
        result = self.call("Runtime.evaluate", seconds, expression=script, awaitPromise=True, returnByValue=True, userGesture=True)
        if "exceptionDetails" in result:
            raise RuntimeError(json.dumps(result["exceptionDetails"])[:1000])
        return result["result"].get("value")

    def give(self, selector, paths):
        """Files for an input of the page, as its user would choose them."""
        root = self.call("DOM.getDocument")["root"]["nodeId"]
        node = self.call("DOM.querySelector", nodeId=root, selector=selector)["nodeId"]
        self.call("DOM.setFileInputFiles", nodeId=node, files=[str(path) for path in paths])
