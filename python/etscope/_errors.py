"""Exceptions of etscope. Each has the stable code that the command line prints in brackets."""

from __future__ import annotations

from typing import Any


class Error(Exception):
    """Why something could not be done.

    Attributes:
        code: a stable kebab-case word, such as ``"no-such-method"``; ``etscope.codes()`` has all with their meaning.
        message: what is wrong, and where there is one, the way out.
        where: the part of the file and the byte offset, or ``""``.
    """

    def __init__(self, code: str, message: str, where: str = "") -> None:
        self.code = code
        self.message = message
        self.where = where

    def __str__(self) -> str:
        return (f"{self.where}: " if self.where else "") + f"{self.message} [{self.code}]"

    def __reduce__(self) -> tuple[Any, ...]:
        return type(self), (self.code, self.message, self.where)


class UsageError(Error, ValueError):
    """What was asked for does not exist or cannot be understood: a method, a stage, a slice, an option."""


class FileError(Error, OSError):
    """A file cannot be opened, read or written."""


_FILES = {"file-unreadable", "file-changed", "read-beyond-end", "read-failed", "write-failed"}


def error_of(code: str, message: str, where: str, question: bool) -> Error:
    """The exception of an error of the core; the core calls this."""
    kind = UsageError if question else FileError if code in _FILES else Error
    return kind(code, message, where)
