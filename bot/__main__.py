"""The command line. Bad input ends with one sentence on standard error and an exit code; see agent.errors."""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import Callable
from importlib.metadata import version as installed_version
from pathlib import Path
from typing import Annotated

import typer
from rich.console import Console

from agent.errors import ConfigError, CredentialError, OperatorError
from bot import pairing_commands, reminder_commands
from bot.app import log_of_daemon, run_console, run_discord, utc_now
from bot.app_backup import backed_up, restored
from bot.app_check import examine
from bot.app_engine_service import run_engine
from bot.app_house import Setup
from bot.app_init import set_up
from bot.app_memory_commands import exported as exported_notes
from bot.app_memory_commands import rebuilt
from bot.app_models import benched, pulled
from bot.app_models import listed as listed_models
from bot.app_route import routes
from bot.app_trial import try_model
from bot.app_vitals import status as ask_for_status
from bot.config import TOKEN_VARIABLE, Config, find_token, read_surroundings
from bot.config_file import find_config, load_config, own_config
from bot.logging import Level, configure_logging
from bot.terminal import PipeTerminal, PromptTerminal, Terminal, TerminalAsker

NO_TOKEN = "no Discord token is configured"  # noqa: S105 - a sentence, not a token
HOW_TO_SET = f"set ${TOKEN_VARIABLE} or discord.token_file"
EXIT_BROKEN_OFF = 130
HOW_TO_LEAVE = "Ctrl-D ends it."

cli = typer.Typer(
    name="kallisti",
    help="A Discord bot around a local language model: it talks, calls tools and delivers reminders on time.",
    no_args_is_help=True,
    add_completion=False,
    # Its tracebacks show local variables, and with them tokens and messages.
    pretty_exceptions_enable=False,
)
reminders = typer.Typer(help="Show, export and import what is stored.", no_args_is_help=True)
cli.add_typer(reminders, name="reminders")
memory = typer.Typer(help="Rebuild the index of notes, and export the notes.", no_args_is_help=True)
cli.add_typer(memory, name="memory")
models = typer.Typer(help="List, fetch and measure language models.", no_args_is_help=True)
cli.add_typer(models, name="model")
FileArgument = Annotated[Path, typer.Argument(metavar="FILE", help="An iCalendar file (.ics).")]
IdOption = Annotated[int | None, typer.Option(min=1, metavar="ID", help="A Discord id.")]
TrustedOption = Annotated[
    bool,
    typer.Option(
        "--trusted",
        help="Nobody else can have changed the file: take requests for later and reminders for others too.",
    ),
]
ConfigOption = Annotated[
    Path | None,
    typer.Option("--config", "-c", metavar="FILE", help="The configuration file to use."),
]
ModelOption = Annotated[
    str | None,
    typer.Option("--model", "-m", metavar="PATH", help="A GGUF file, or a hub id, to try the constraint on."),
]
QuickOption = Annotated[bool, typer.Option("--quick", help="Ask nothing of Discord, and load no model.")]


@cli.command()
def run(config: ConfigOption = None) -> None:
    """Run in Discord where a token is configured, else in this terminal."""
    _guarded(lambda: _run(_setup(config)))


@cli.command()
def chat(config: ConfigOption = None) -> None:
    """Talk in this terminal: the same turns, tools and reminders, without Discord."""
    _guarded(lambda: _chat(_setup(config), greeting=f"Kallisti's console. {HOW_TO_LEAVE}"))


@cli.command()
def engine(config: ConfigOption = None) -> None:
    """Serve the model on the socket that engine.socket names, for one or more Kallistis of the same user.

    The model then stays loaded while they are restarted. Without this, each Kallisti starts its own engine.
    """
    _guarded(lambda: _engine(_setup(config)))


@cli.command()
def init(
    config: Annotated[
        Path | None, typer.Option("--config", "-c", metavar="FILE", help="The file to write.")
    ] = None,
    offline: Annotated[bool, typer.Option("--offline", help="Do not ask Discord about the token.")] = False,
) -> None:
    """Ask what Kallisti needs to know, check the answers, and write the configuration with comments.

    Writes ~/.config/kallisti/config.toml unless --config names another file, and the token into a file of
    its own beside it. Nothing is written before the last answer. A script may answer through standard input.
    """
    _guarded(lambda: _init(config, offline=offline))


@cli.command()
def check(config: ConfigOption = None, model: ModelOption = None, quick: QuickOption = False) -> None:
    """Look at everything that must be right, and say how to mend what is not.

    Configuration, token, intents, permissions in the configured channels, model, grammar, data, notes, index,
    backups, disk, clock, units: one line each, "ok", "warning" or "error". Ends with 0 unless there are
    errors, else with what `kallisti run` would end with.

    With --model: try how that model does under the constraint that every answer is held to.
    """
    if model is None:
        _guarded(lambda: _check(_setup(config), quick=quick))
    else:
        _guarded(lambda: _try(model))


@cli.command()
def route(
    text: Annotated[str, typer.Argument(help="The message.")],
    pending: Annotated[
        list[str] | None,
        typer.Option("--pending", metavar="TEXT", help="A reminder that its author has; may be repeated."),
    ] = None,
    config: ConfigOption = None,
) -> None:
    """Show which tools a message would be offered, and why, for large models and for small ones."""
    _guarded(lambda: _route(_setup(config), text, tuple(pending or ())))


@reminders.command("list")
def list_reminders(config: ConfigOption = None) -> None:
    """Show all pending reminders, soonest first."""
    _guarded(lambda: _say(reminder_commands.listed(_setup(config))))


@reminders.command("export")
def export_reminders(file: FileArgument, config: ConfigOption = None) -> None:
    """Write all pending reminders to an iCalendar file that their owner alone may read."""
    _guarded(lambda: _export(file, reminder_commands.exported(_setup(config))))


@reminders.command("import")
def import_reminders(
    file: FileArgument,
    config: ConfigOption = None,
    author: IdOption = None,
    channel: IdOption = None,
    trusted: TrustedOption = False,
) -> None:
    """Take reminders from an iCalendar file; --author and --channel place the events of other programs."""
    _guarded(
        lambda: _say(
            reminder_commands.imported(_setup(config), file, author=author, channel=channel, trusted=trusted)
        )
    )


@memory.command("rebuild")
def rebuild_memory(config: ConfigOption = None) -> None:
    """Make the index of notes anew from the vault; Kallisti must not be running."""
    _guarded(lambda: _say(rebuilt(_setup(config))))


@memory.command("export")
def export_memory(
    file: Annotated[Path, typer.Argument(metavar="FILE", help="The archive to write (.tar.gz).")],
    config: ConfigOption = None,
) -> None:
    """Write all notes into an archive that its owner alone may read."""
    _guarded(lambda: _say(exported_notes(_setup(config), file)))


@cli.command()
def status(config: ConfigOption = None) -> None:
    """Ask the running Kallisti how it is: connection, model, queue, reminders, backup.

    Ends with 0 where all is well, 1 where it runs with trouble, 3 where it does not run.
    """
    _guarded(lambda: _status(_setup(config)))


@cli.command()
def backup(config: ConfigOption = None) -> None:
    """Write databases and notes into one verified archive; Kallisti may be running.

    The archive lies in "backups" in the data directory, or where backup.directory says, and holds what
    people said and asked for: keep it private. The oldest beyond backup.keep are removed.
    """
    _guarded(lambda: _say(backed_up(_setup(config))))


@cli.command()
def restore(
    archive: Annotated[
        Path, typer.Argument(metavar="ARCHIVE", help="An archive that `kallisti backup` wrote.")
    ],
    force: Annotated[
        bool,
        typer.Option("--force", help="Move what is in the data directory aside first; nothing is deleted."),
    ] = False,
    config: ConfigOption = None,
) -> None:
    """Put what a backup holds into an empty data directory; Kallisti must not be running.

    All of the archive is checked before anything is changed.
    """
    _guarded(lambda: _say(restored(_setup(config), archive, force=force)))


@cli.command()
def pair(
    config: ConfigOption = None,
    show: Annotated[bool, typer.Option("--list", help="Show who is paired instead.")] = False,
    revoke: Annotated[
        int | None, typer.Option(min=1, metavar="ID", help="Take the pairing of this user back instead.")
    ] = None,
) -> None:
    """Make a code that lets one person write direct messages: it works once, within an hour."""
    if revoke is not None:
        user_id = revoke
        _guarded(lambda: _say(pairing_commands.revoked(_setup(config), user_id)))
    elif show:
        _guarded(lambda: _say(pairing_commands.listed(_setup(config))))
    else:
        _guarded(lambda: _say(pairing_commands.added(_setup(config))))


@models.command("list")
def list_models(config: ConfigOption = None) -> None:
    """Show the models that are on this machine; the one in use is marked with "*"."""
    _guarded(lambda: _say(listed_models(_setup(config))))


@models.command("pull")
def pull_model(
    model: Annotated[
        str, typer.Argument(metavar="ID", help='"owner/repository" or "owner/repository:file.gguf".')
    ],
) -> None:
    """Fetch a model from the Hugging Face hub, so that it is there when Kallisti starts.

    What is broken off goes on where it ended. The file is compared with its digest.
    """
    _guarded(lambda: _say(pulled(model)))


@models.command("bench")
def bench_model(
    model: Annotated[
        str | None, typer.Argument(metavar="MODEL", help="A GGUF file or hub id; else the configured model.")
    ] = None,
    config: ConfigOption = None,
) -> None:
    """Measure how fast a model loads, reads and writes here, and say what that means for an answer."""
    _guarded(lambda: _bench(_setup(config), model))


@cli.command()
def version() -> None:
    """Show the version."""
    typer.echo(installed_version("kallisti-bot"))


def main() -> None:
    cli()


# ------------------------------------------------------------------ what they do


def _guarded(work: Callable[[], None]) -> None:
    try:
        work()
    except OperatorError as error:
        typer.echo(f"kallisti: {error}", err=True)
        raise typer.Exit(error.exit_code) from None


def _say(lines: list[str]) -> None:
    for line in lines:
        typer.echo(line)


def _export(path: Path, data: bytes) -> None:
    try:
        with os.fdopen(os.open(path, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, 0o600), "wb") as file:
            file.write(data)
    except OSError as error:
        raise ConfigError(f"{path} cannot be written: {error.strerror}") from None


def _setup(path: Path | None) -> Setup:
    surroundings = read_surroundings()
    source = find_config(path, surroundings)
    config = load_config(source)
    return Setup(config=config, surroundings=surroundings, clock=utc_now, source=source)


def _run(setup: Setup) -> None:
    token = find_token(setup.config, setup.surroundings)
    if token is not None:
        log_of_daemon(setup, token, setup.config.log.level)
        asyncio.run(run_discord(setup, token))
    elif sys.stdin.isatty():
        reason = f"This is the console, because {NO_TOKEN}; {HOW_TO_SET} to run in Discord."
        _chat(setup, greeting=f"{reason} {HOW_TO_LEAVE}")
    else:
        raise CredentialError(f"{NO_TOKEN} and there is no terminal to talk in; {HOW_TO_SET}")


def _chat(setup: Setup, *, greeting: str) -> None:
    # What is said at info would stand between the lines of the conversation.
    level: Level = "warning" if setup.config.log.level == "info" else setup.config.log.level
    _log(setup, level=level)
    asyncio.run(run_console(setup, _terminal(), greeting=greeting))


def _engine(setup: Setup) -> None:
    _log(setup, level=setup.config.log.level)
    asyncio.run(run_engine(setup))


def _init(path: Path | None, *, offline: bool) -> None:
    surroundings = read_surroundings()
    target = path or own_config(surroundings)
    setup = Setup(config=Config(), surroundings=surroundings, clock=utc_now)
    _log(setup, level="error")
    try:
        _say(set_up(setup, target, TerminalAsker(), offline=offline))
    except KeyboardInterrupt:
        typer.echo("\nkallisti: broken off; nothing was written", err=True)
        raise typer.Exit(EXIT_BROKEN_OFF) from None


def _check(setup: Setup, *, quick: bool) -> None:
    _log(setup, level="error")  # warnings are what the findings say
    worst = 0
    for finding in examine(setup, quick=quick):
        typer.echo(str(finding))
        worst = max(worst, finding.exit_code)
    if worst:
        raise typer.Exit(worst)


def _try(model: str) -> None:
    configure_logging(level="warning", form="auto", stream=sys.stderr, journal_stream="", secrets=[])
    code = try_model(model, Console())
    if code:
        raise typer.Exit(code)


def _bench(setup: Setup, model: str | None) -> None:
    _log(setup, level="warning")
    for line in benched(setup, model):
        typer.echo(line)


def _status(setup: Setup) -> None:
    code, lines = ask_for_status(setup)
    _say(lines)
    if code:
        raise typer.Exit(code)


def _route(setup: Setup, text: str, pending: tuple[str, ...]) -> None:
    _log(setup, level="warning")
    for line in routes(setup, text, pending=pending):
        typer.echo(line)


def _log(setup: Setup, *, level: Level) -> None:
    configure_logging(
        level=level,
        form=setup.config.log.format,
        stream=sys.stderr,
        journal_stream=setup.surroundings.journal_stream,
        secrets=[],
    )


def _terminal() -> Terminal:
    if sys.stdin.isatty() and sys.stdout.isatty():
        return PromptTerminal()
    return PipeTerminal(source=sys.stdin, sink=sys.stdout)


if __name__ == "__main__":
    main()
