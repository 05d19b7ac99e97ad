"""What a context asks of the outside; here answered in memory, for unit tests."""

from __future__ import annotations


class SecretMissing(KeyError):
    """A KeyError whose text is a sentence."""

    def __str__(self) -> str:
        return str(self.args[0])


# A tool's author, and whoever reads the error, knows it as what it is.
SecretMissing.__name__ = SecretMissing.__qualname__ = "KeyError"


class LocalOutside:
    """Keeps secrets, artifacts and progress of one unit test."""

    def __init__(self, secrets):
        import threading

        self.cancelled = threading.Event()
        self.told = []
        self._secrets = dict(secrets)
        self._artifacts = []

    def secret(self, name):
        if name not in self._secrets:
            raise SecretMissing(f"the secret {name} is not set; a test gives it by ToolContext(secrets={{{name!r}: …}})")
        return self._secrets[name]

    def tell(self, fraction, message):
        self.told.append((fraction, message))

    def request(self, op, params):
        if op == "signal.url":
            return "http://localhost/signals/" + params["key"]
        if op == "artifact.write":
            return self._write(params)
        if op == "artifact.read":
            return self._read(params)
        return [
            {key: value for key, value in entry.items() if key != "data"}
            for entry in sorted(self._artifacts, key=lambda entry: -entry["at_order"])
        ]

    def _write(self, params):
        import base64
        import hashlib

        path, data = params["path"], base64.b64decode(params["base64"])
        if params["offset"]:
            entry = self._artifacts.pop()
            data = entry["data"] + data
        versions = [entry for entry in self._artifacts if entry["path"] == path]
        said = {
            "path": path,
            "version": len(versions) + 1,
            "size": len(data),
            "digest": "sha256:" + hashlib.sha256(data).hexdigest(),
        }
        self._artifacts.append(
            {**said, "mimeType": params["mimeType"], "at_order": len(self._artifacts), "data": data}
        )
        return said

    def _read(self, params):
        import base64

        wanted = params.get("version")
        for entry in reversed(self._artifacts):
            if entry["path"] == params["path"] and wanted in (None, entry["version"]):
                kind = entry["mimeType"]
                text = kind.startswith("text/") or kind.endswith(("json", "xml", "yaml"))
                return {
                    "version": entry["version"],
                    "mimeType": kind,
                    "text": text,
                    "base64": base64.b64encode(entry["data"]).decode("ascii"),
                    "last": True,
                }
        raise FileNotFoundError(f"there is no artifact {params['path']!r}")
