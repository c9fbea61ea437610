"""Child processes that end with their parent, and the unprivileged account that stores run under when we are root."""

import contextlib
import ctypes
import logging
import os
import pwd
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import IO, Final, TypedDict

from app.domain.errors import SetupError

log = logging.getLogger(__name__)

ACCOUNT_NAME: Final = "haima"
_PR_SET_PDEATHSIG: Final = 1
_NAME_EXISTS: Final = 9  # exit code of useradd


@dataclass(frozen=True, slots=True)
class Account:
    """The system account a store runs under; None everywhere means the account of this process."""

    name: str
    uid: int
    gid: int


class Credentials(TypedDict, total=False):
    """Arguments of `subprocess` that switch the account."""

    user: int
    group: int
    extra_groups: list[int]


def end_with_parent(stop_signal: signal.Signals) -> Callable[[], None] | None:
    """Return a `preexec_fn` that makes Linux send `stop_signal` to the child when its parent dies, None elsewhere.

    Elsewhere a store that outlived its parent is stopped by the next start (see `lock.py`).
    """
    if sys.platform != "linux":
        return None
    prctl = ctypes.CDLL(None, use_errno=True).prctl  # loaded before the fork: no import may happen after it

    def set_signal() -> None:
        prctl(_PR_SET_PDEATHSIG, int(stop_signal), 0, 0, 0)

    return set_signal


def spawn(
    command: Sequence[str],
    *,
    account: Account | None,
    stop_signal: signal.Signals,
    output: IO[bytes],
    keep_fds: Sequence[int] = (),
    env: Mapping[str, str] | None = None,
) -> subprocess.Popen[bytes]:
    """Start a store in a session of its own (a Ctrl-C in the terminal is ours to handle, not the store's)."""
    return subprocess.Popen(
        command,
        stdin=subprocess.DEVNULL,
        stdout=output,
        stderr=subprocess.STDOUT,
        start_new_session=True,
        pass_fds=tuple(keep_fds),
        preexec_fn=end_with_parent(stop_signal),
        env=None if env is None else dict(env),
        cwd="/",
        **credentials(account),
    )


def stop(process: subprocess.Popen[bytes], stop_signal: signal.Signals, seconds: float) -> None:
    """Send `stop_signal`, wait up to `seconds`, then kill."""
    if process.poll() is not None:
        return
    process.send_signal(stop_signal)
    try:
        process.wait(seconds)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()


def credentials(account: Account | None) -> Credentials:
    """Arguments of `subprocess` that switch to the account."""
    if account is None:
        return {}
    return {"user": account.uid, "group": account.gid, "extra_groups": []}


def account_for(folder: Path) -> Account | None:
    """Choose the account for stores in `folder`: ours, unless we are root (Postgres refuses to run as root).

    As root: whoever owns the folder already, else the account `haima`, made where there is none, else `nobody`.
    """
    if os.geteuid() != 0:
        return None
    owner = folder.stat().st_uid if folder.exists() else 0
    if owner != 0:
        with contextlib.suppress(KeyError):
            return _account(pwd.getpwuid(owner))
    return _account(_named_account())


def open_path(path: Path, account: Account) -> None:
    """Let the account pass through the folders above `path`: execute permission where it is missing, never read."""
    for folder in path.parents:
        mode = folder.stat().st_mode
        if not mode & 0o001:
            folder.chmod(mode | 0o001)
            log.warning("the account %s may now pass through %s (its files stay unreadable)", account.name, folder)


def ensure_runs(binary: Path, package: Path, account: Account) -> None:
    """Make sure that the account can run `binary`, making the files of its package readable where they are not."""
    if _runs(binary, account):
        return
    open_path(binary, account)
    libraries = package.with_name(package.name + ".libs")
    for path in [package, libraries, *package.rglob("*"), *libraries.rglob("*")]:
        if path.exists() and not path.is_symlink():
            mode = path.stat().st_mode
            path.chmod(mode | (0o055 if mode & 0o100 else 0o044))
    if not _runs(binary, account):
        raise SetupError(f"The account {account.name} cannot run {binary}; make that path readable for it")


def _runs(binary: Path, account: Account) -> bool:
    try:
        command = [str(binary), "--version"]
        return (
            subprocess.run(command, capture_output=True, cwd="/", check=False, **credentials(account)).returncode == 0
        )
    except PermissionError:
        return False


def _account(entry: pwd.struct_passwd) -> Account:
    return Account(entry.pw_name, entry.pw_uid, entry.pw_gid)


def _named_account() -> pwd.struct_passwd:
    with contextlib.suppress(KeyError):
        return pwd.getpwnam(ACCOUNT_NAME)
    useradd = shutil.which("useradd", path="/usr/sbin:/sbin:/usr/bin:/bin")
    for _ in range(20 if useradd else 0):
        command = [str(useradd), "--system", "--no-create-home", "--shell", "/usr/sbin/nologin", ACCOUNT_NAME]
        made = subprocess.run(command, check=False, capture_output=True)
        if made.returncode in {0, _NAME_EXISTS}:
            break
        time.sleep(0.1)  # another process holds the lock on the list of accounts
    for name in (ACCOUNT_NAME, "nobody"):
        with contextlib.suppress(KeyError):
            return pwd.getpwnam(name)
    raise SetupError(
        "Postgres does not run as root and there is no account to run it under; add one: useradd --system haima"
    )
