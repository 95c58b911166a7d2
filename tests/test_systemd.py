"""The unit that operators install: what it promises, and what systemd itself says of it."""

from __future__ import annotations

import re
import shutil
import subprocess
from collections import defaultdict
from pathlib import Path

import pytest

from agent.engine.process import TERM_SECONDS
from agent.errors import EXIT_CONFIG, EXIT_CREDENTIAL
from bot.config import CREDENTIAL_NAME

UNIT = Path(__file__).resolve().parent.parent / "systemd" / "kallisti.service"
EXAMPLE = UNIT.parent.parent / "config.example.toml"
BACKUP = UNIT.with_name("kallisti-backup.service")
ENGINE = UNIT.with_name("kallisti-engine.service")
TIMER = UNIT.with_name("kallisti-backup.timer")
ANALYZE = shutil.which("systemd-analyze")
needs_systemd = pytest.mark.skipif(ANALYZE is None, reason="systemd-analyze is not installed here")

EXIT_NO_CREDENTIAL_FILE = 243
"""systemd's own status (CREDENTIALS) for a LoadCredential file that is missing."""
HIGHEST_EXPOSURE = 2.0
KEYS_SINCE_254 = ("RestartSteps", "RestartMaxDelaySec")
STOP_TIME = 10
"""Seconds within which the daemon ends after SIGTERM."""


def keys_of(text: str) -> dict[tuple[str, str], list[str]]:
    """(section, key) to its values, in order; a key may be given more than once."""
    found: dict[tuple[str, str], list[str]] = defaultdict(list)
    section = ""
    for line in text.splitlines():
        if line.startswith("["):
            section = line.strip("[]")
        elif line and not line.startswith("#"):
            key, equals, value = line.partition("=")
            assert equals, f"no assignment: {line}"
            found[section, key].append(value)
    return found


@pytest.fixture(scope="module")
def service() -> dict[str, list[str]]:
    return {
        key: values for (section, key), values in keys_of(UNIT.read_text()).items() if section == "Service"
    }


@pytest.fixture
def runnable(tmp_path: Path) -> Path:
    """The unit with a program that exists here; systemd looks for the program it names."""
    return runnable_copy(UNIT, tmp_path)


def runnable_copy(unit: Path, folder: Path) -> Path:
    copy = folder / unit.name
    copy.write_text(re.sub(r"^ExecStart=\S+", "ExecStart=/bin/true", unit.read_text(), flags=re.MULTILINE))
    return copy


def analyze(*arguments: str | Path) -> subprocess.CompletedProcess[str]:
    assert ANALYZE is not None
    command = [ANALYZE, *(str(argument) for argument in arguments)]
    return subprocess.run(command, capture_output=True, text=True, check=False, timeout=60)


def test_systemd_is_told_when_it_is_ready_and_while_it_is_well(service: dict[str, list[str]]) -> None:
    assert service["Type"] == ["notify"]
    assert service["NotifyAccess"] == ["main"]
    assert int(service["WatchdogSec"][0]) >= 30


def test_the_token_comes_as_the_credential_that_the_daemon_reads(service: dict[str, list[str]]) -> None:
    assert service["LoadCredential"] == [f"{CREDENTIAL_NAME}:/etc/kallisti/discord_token"]
    assert not [value for value in service["Environment"] if "TOKEN" in value]


def test_faults_that_a_restart_cannot_mend_do_not_restart_it(service: dict[str, list[str]]) -> None:
    statuses = {int(status) for status in service["RestartPreventExitStatus"][0].split()}
    assert statuses == {EXIT_CONFIG, EXIT_CREDENTIAL, EXIT_NO_CREDENTIAL_FILE}
    assert service["Restart"] == ["on-failure"]


def test_a_crash_loop_stays_far_below_a_thousand_sign_ins_a_day(service: dict[str, list[str]]) -> None:
    assert int(service["RestartSec"][0]) >= 15
    assert int(service["RestartMaxDelaySec"][0]) > 24 * 60 * 60 / 1000
    assert int(service["RestartSteps"][0]) > 0


def test_the_daemon_gets_the_time_it_needs_to_stop(service: dict[str, list[str]]) -> None:
    assert service["KillSignal"] == ["SIGTERM"]
    assert service["KillMode"] == ["mixed"]
    assert int(service["TimeoutStopSec"][0]) >= 2 * STOP_TIME


def test_losing_the_worker_to_a_lack_of_memory_does_not_stop_the_unit(service: dict[str, list[str]]) -> None:
    assert service["OOMPolicy"] == ["continue"]


def test_its_state_is_its_own(service: dict[str, list[str]]) -> None:
    assert service["DynamicUser"] == ["yes"]
    assert service["StateDirectory"] == ["kallisti"]
    assert service["StateDirectoryMode"] == ["0700"]


def assert_verified(unit: Path) -> None:
    done = analyze("verify", unit)
    newer = "|".join(KEYS_SINCE_254)
    remarks = [
        line
        for line in done.stderr.splitlines()
        if unit.name in line and not re.search(rf"Unknown key( name)? '({newer})'", line)
    ]
    assert (done.returncode, remarks) == (0, [])


@needs_systemd
def test_systemd_finds_nothing_wrong(runnable: Path) -> None:
    assert_verified(runnable)


@needs_systemd
def test_a_wrong_key_would_be_found(runnable: Path) -> None:
    runnable.write_text(runnable.read_text().replace("WatchdogSec=", "WatchDogSec="))
    assert "WatchDogSec" in analyze("verify", runnable).stderr


def test_the_backup_runs_as_the_daemon_does_on_the_same_data(service: dict[str, list[str]]) -> None:
    backup = {key: values for (_, key), values in keys_of(BACKUP.read_text()).items()}
    for key in ("User", "DynamicUser", "StateDirectory", "StateDirectoryMode", "UMask"):
        assert backup[key] == service[key]
    assert backup["Type"] == ["oneshot"]
    assert backup["ExecStart"] == ["/opt/kallisti/bin/kallisti backup --config /etc/kallisti/config.toml"]


def test_the_engine_runs_as_the_daemon_does_on_a_socket_that_both_name(service: dict[str, list[str]]) -> None:
    engine = {key: values for (_, key), values in keys_of(ENGINE.read_text()).items()}
    for key in ("User", "DynamicUser", "UMask", "Type", "NotifyAccess"):
        assert engine[key] == service[key]
    assert engine["ExecStart"] == ["/opt/kallisti/bin/kallisti engine --config /etc/kallisti/config.toml"]
    (directory,) = engine["RuntimeDirectory"]
    assert f'"/run/{directory}/engine.sock"' in EXAMPLE.read_text()
    assert f'"/run/{directory}/engine.sock"' in ENGINE.read_text()
    assert engine["RestartPreventExitStatus"] == [str(EXIT_CONFIG)]
    assert int(engine["TimeoutStopSec"][0]) >= 2 * (TERM_SECONDS + 1)


def test_the_engine_reaches_nobody_and_sees_no_data(service: dict[str, list[str]]) -> None:
    engine = {key: values for (_, key), values in keys_of(ENGINE.read_text()).items()}
    assert engine["RestrictAddressFamilies"] == ["AF_UNIX"]
    assert engine["PrivateNetwork"] == ["yes"]
    assert not {*engine["StateDirectory"], *engine["RuntimeDirectory"]} & {*service["StateDirectory"]}
    assert "LoadCredential" not in engine


@needs_systemd
def test_systemd_finds_nothing_wrong_with_the_engine(tmp_path: Path) -> None:
    assert_verified(runnable_copy(ENGINE, tmp_path))


@needs_systemd
def test_systemd_finds_nothing_wrong_with_the_backup(tmp_path: Path) -> None:
    runnable_copy(BACKUP, tmp_path)
    timer = runnable_copy(TIMER, tmp_path)
    done = analyze("verify", timer)
    assert (done.returncode, [line for line in done.stderr.splitlines() if "kallisti" in line]) == (0, [])


@needs_systemd
@pytest.mark.parametrize("unit", [UNIT, BACKUP, ENGINE], ids=lambda unit: unit.name)
def test_it_is_locked_down(unit: Path, tmp_path: Path) -> None:
    done = analyze("security", "--offline=true", "--no-pager", runnable_copy(unit, tmp_path))
    found = re.search(r"Overall exposure level for \S+: ([\d.]+)", done.stdout)
    assert found is not None, done.stdout + done.stderr
    assert float(found.group(1)) <= HIGHEST_EXPOSURE
