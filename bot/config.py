"""What can be configured, and what the environment says. Nothing else reads the environment.

`bot.config_file` reads the file into `Config`.
"""

from __future__ import annotations

import codecs
import difflib
import ipaddress
import os
from collections.abc import Mapping
from dataclasses import dataclass
from datetime import time
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit
from zoneinfo import available_timezones

import tzlocal
from pydantic import (
    AfterValidator,
    BaseModel,
    ConfigDict,
    Field,
    SecretStr,
    ValidationInfo,
    field_validator,
    model_validator,
)

from agent.errors import ConfigError, CredentialError
from bot.sharding import Sharding

TOKEN_VARIABLE = "KALLISTI_DISCORD_TOKEN"  # noqa: S105 - the name, not the token
CONFIG_VARIABLE = "KALLISTI_CONFIG"
CREDENTIAL_NAME = "discord_token"
TOKEN_LIMIT = 200
"""Discord's tokens have about 72 characters; a file much longer than this is some other file."""

MOST_SHARDS = 16_384
"""Far more than any bot has; a number beyond is an id in the wrong place."""

Snowflake = Annotated[int, Field(gt=0, lt=2**63)]


def _known_zone(name: str) -> str:
    zones = available_timezones()
    if not name or name in zones:
        return name
    close = difflib.get_close_matches(name, zones, n=1, cutoff=0.5)
    suggestion = f'; did you mean "{close[0]}"?' if close else ""
    raise ValueError(f"is no IANA time zone{suggestion}")


def _web_address(url: str) -> str:
    if url and not _names_a_server(url):
        raise ValueError('should be an address such as "http://127.0.0.1:8080"')
    return url.rstrip("/")


def _names_a_server(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:  # a bracket without its partner, or a port that is none
        return False


def _usable_path(name: str) -> str:
    if "\0" in name:
        raise ValueError("holds a null character, which no path may have")
    try:
        Path(name).expanduser()
    except RuntimeError:
        raise ValueError("begins with a home directory that this machine does not know") from None
    return name


PathText = Annotated[str, AfterValidator(_usable_path)]
WebAddress = Annotated[str, AfterValidator(_web_address)]


def _is_loopback(host: str) -> bool:
    try:
        return ipaddress.ip_address(host).is_loopback
    except ValueError:
        return host == "localhost"


class Section(BaseModel):
    model_config = ConfigDict(extra="forbid", frozen=True, strict=True, allow_inf_nan=False)


class DiscordConfig(Section):
    token_file: PathText = ""
    message_content: bool = False
    channels: tuple[Snowflake, ...] = ()
    shards: int = Field(default=1, ge=1, le=MOST_SHARDS)
    shard_ids: tuple[Annotated[int, Field(ge=0)], ...] = ()
    api_base: str = ""
    gateway_url: str = ""

    @field_validator("api_base", "gateway_url")
    @classmethod
    def _only_loopback(cls, url: str, info: ValidationInfo) -> str:
        schemes = ("http", "https") if info.field_name == "api_base" else ("ws", "wss")
        parts = urlsplit(url)
        if url and parts.scheme not in schemes:
            raise ValueError(f"should start with {schemes[0]}:// or {schemes[1]}://")
        if url and not _is_loopback(parts.hostname or ""):
            raise ValueError("may only name a loopback address, because the token is sent to it")
        return url.rstrip("/")

    @model_validator(mode="after")
    def _agree(self) -> DiscordConfig:
        if bool(self.api_base) != bool(self.gateway_url):
            raise ValueError("needs both api_base and gateway_url, or neither")
        if self.channels and not self.message_content:
            raise ValueError(
                "has channels, which need message_content = true: "
                "without that intent Discord leaves out the text of messages that do not mention the bot"
            )
        return self

    @model_validator(mode="after")
    def _own_shards(self) -> DiscordConfig:
        if beyond := [each for each in self.shard_ids if each >= self.shards]:
            raise ValueError(
                f"has {beyond[0]} in shard_ids, but of {self.shards} shards the last is {self.shards - 1}"
            )
        if len(set(self.shard_ids)) < len(self.shard_ids):
            raise ValueError("names a shard twice in shard_ids")
        return self

    @property
    def sharding(self) -> Sharding:
        return Sharding(count=self.shards, ids=self.shard_ids or tuple(range(self.shards)))


class AccessConfig(Section):
    owners: tuple[Snowflake, ...] = ()
    allowed_users: tuple[Snowflake, ...] = ()
    roles: tuple[Snowflake, ...] = ()
    blocked_users: tuple[Snowflake, ...] = ()
    guilds: tuple[Snowflake, ...] = ()
    channels: tuple[Snowflake, ...] = ()
    bots: tuple[Snowflake, ...] = ()
    dms: Literal["everyone", "allowed", "pairing", "nobody"] = "everyone"


Entitlement = Literal["everyone", "owners"] | tuple[Snowflake, ...]
Place = Literal["everywhere", "dms", "guilds"]


class RightsConfig(Section):
    """Who may have calls of each risk made beside the owners, where, and what is asked about first."""

    read: Entitlement = "everyone"
    write: Entitlement = "everyone"
    outward: Entitlement = "owners"
    dangerous: Entitlement = "owners"
    read_in: Place = "everywhere"
    write_in: Place = "everywhere"
    outward_in: Place = "everywhere"
    dangerous_in: Place = "everywhere"
    approval: tuple[Literal["read", "write", "outward", "dangerous"], ...] = ("dangerous",)


class EngineConfig(Section):
    model: PathText = ""
    adapter: PathText = "auto"
    server: WebAddress = ""
    servers: tuple[WebAddress, ...] = ()
    socket: PathText = ""
    context: int = Field(default=4096, ge=512, le=1_048_576)
    threads: int = Field(default=0, ge=0, le=1024)
    thinking: int = Field(default=0, ge=0, le=32_768)
    regime: Literal["auto", "narrow", "wide"] = "auto"
    grounding: Literal["auto", "strict", "prefer", "off"] = "auto"

    @model_validator(mode="after")
    def _one_of_two(self) -> EngineConfig:
        if self.model and self.server:
            raise ValueError(
                "has both model and server; the server has its model already, so name one of them"
            )
        if self.model and self.servers:
            raise ValueError(
                "has both model and servers; the servers have their model already, so name one of them"
            )
        if self.server and self.servers:
            raise ValueError("has both server and servers; put all addresses into servers")
        if "" in self.servers:
            raise ValueError("has an empty address in servers")
        if len(set(self.servers)) < len(self.servers):
            raise ValueError("names an address twice in servers")
        if self.socket and self.addresses:
            raise ValueError("has both socket and a server; name the one that has the model")
        if self.addresses and self.adapter not in ("", "auto"):
            raise ValueError(
                "has both adapter and server; adapters are the server's matter: start it with --lora instead"
            )
        return self

    @property
    def addresses(self) -> tuple[str, ...]:
        """Those of all llama-servers to use; none where the model runs here."""
        return self.servers or ((self.server,) if self.server else ())


class TurnConfig(Section):
    max_steps: int = Field(default=6, ge=1, le=32)
    seconds: float = Field(default=120.0, ge=1, le=3600)
    history_messages: int = Field(default=40, ge=0, le=1000)
    queue_per_channel: int = Field(default=5, ge=1, le=1000)
    queue_total: int = Field(default=100, ge=1, le=100_000)
    parallel: int = Field(default=4, ge=1, le=64)


Probability = Annotated[float, Field(ge=0, le=1)]


class RoutingConfig(Section):
    """As `agent.routing.policy.Thresholds`."""

    nothing: Probability = 0.89
    nothing_wanted: Probability = 0.97
    hint: Probability = 0.10
    floor: Probability = 0.006
    single_hit_floor: Probability = 0.30
    match_margin: Probability = 0.15
    cap: int = Field(default=5, ge=1, le=64)
    sure: Probability = 0.55
    margin: Probability = 0.25
    ask: Probability = 0.30
    affinity: tuple[tuple[str, ...], ...] = (("schedule", "clock"),)


class TimeConfig(Section):
    zone: Annotated[str, AfterValidator(_known_zone)] = ""
    morning: time = time(9)
    language: Literal["de", "en", "es", "fr", "it", "nl", "pt"] = "en"

    @field_validator("morning")
    @classmethod
    def _on_the_wall(cls, morning: time) -> time:
        if morning.tzinfo is not None:
            raise ValueError('should be a time without a zone, such as "09:00"')
        return morning


class RemindersConfig(Section):
    per_user: int = Field(default=100, ge=1, le=100_000)
    requests_per_user: int = Field(default=10, ge=0, le=1000)
    others_roles: tuple[Snowflake, ...] = ()
    others_permission: Literal["", "manage_messages", "moderate_members", "manage_guild", "administrator"] = (
        ""
    )
    longest_text: int = Field(default=1500, ge=1, le=1500)
    years_ahead: int = Field(default=5, ge=1, le=50)
    catch_up_minutes: int = Field(default=120, ge=0, le=10_080)


class MemoryConfig(Section):
    enabled: bool = True
    directory: PathText = ""
    server: WebAddress = ""
    server_key_file: PathText = ""
    staged_days: int = Field(default=7, ge=1, le=365)
    similar: Probability = 0.7
    recall_floor: float = Field(default=0.37, ge=0, le=2)
    recall_characters: int = Field(default=1200, ge=0, le=20_000)
    curators: tuple[Snowflake, ...] = ()
    history_days: int = Field(default=90, ge=0, le=36_500)
    summary: Literal["auto", "off"] = "auto"


class DocumentsConfig(Section):
    """What is read of files that people send."""

    largest_bytes: int = Field(default=2_000_000, ge=0, le=25_000_000)
    pages: int = Field(default=200, ge=1, le=5000)
    characters: int = Field(default=200_000, ge=1000, le=500_000)
    per_user: int = Field(default=50, ge=0, le=10_000)


class DataConfig(Section):
    directory: PathText = ""


class BackupConfig(Section):
    directory: PathText = ""
    keep: int = Field(default=7, ge=1, le=10_000)


class TelemetryConfig(Section):
    port: int = Field(default=0, ge=0, le=65_535)


class LogConfig(Section):
    level: Literal["debug", "info", "warning", "error"] = "info"
    format: Literal["auto", "text", "json"] = "auto"


class Config(Section):
    """The file `config.toml`. Every key has a default; `config.example.toml` describes each."""

    discord: DiscordConfig = DiscordConfig()
    access: AccessConfig = AccessConfig()
    rights: RightsConfig = RightsConfig()
    engine: EngineConfig = EngineConfig()
    turn: TurnConfig = TurnConfig()
    routing: RoutingConfig = RoutingConfig()
    time: TimeConfig = TimeConfig()
    reminders: RemindersConfig = RemindersConfig()
    memory: MemoryConfig = MemoryConfig()
    documents: DocumentsConfig = DocumentsConfig()
    data: DataConfig = DataConfig()
    backup: BackupConfig = BackupConfig()
    telemetry: TelemetryConfig = TelemetryConfig()
    log: LogConfig = LogConfig()


@dataclass(frozen=True, slots=True, kw_only=True)
class Surroundings:
    """What the environment says; empty strings and None where it says nothing. "~" is not expanded yet: not
    every process has a home directory, nor needs one.
    """

    token: str = ""
    config: str = ""
    credentials_directory: str = ""
    state_directory: str = ""
    data_home: Path = Path("~/.local/share")
    config_home: Path = Path("~/.config")
    journal_stream: str = ""
    notify_socket: str = ""
    watchdog_seconds: float | None = None


def read_surroundings(environment: Mapping[str, str] = os.environ) -> Surroundings:
    watchdog = environment.get("WATCHDOG_USEC", "")
    return Surroundings(
        token=environment.get(TOKEN_VARIABLE, "").strip(),
        config=environment.get(CONFIG_VARIABLE, ""),
        credentials_directory=environment.get("CREDENTIALS_DIRECTORY", ""),
        # systemd gives a list where the unit names several directories; the first is ours.
        state_directory=environment.get("STATE_DIRECTORY", "").split(":")[0],
        data_home=Path(environment.get("XDG_DATA_HOME") or "~/.local/share"),
        config_home=Path(environment.get("XDG_CONFIG_HOME") or "~/.config"),
        journal_stream=environment.get("JOURNAL_STREAM", ""),
        notify_socket=environment.get("NOTIFY_SOCKET", ""),
        watchdog_seconds=int(watchdog) / 1e6 if watchdog.isdecimal() and int(watchdog) else None,
    )


# ------------------------------------------------------------------ what both mean together


def find_token(config: Config, surroundings: Surroundings) -> SecretStr | None:
    """The bot's token from the environment, systemd's credential or the configured file; None without any.

    Raises CredentialError for a token that is named but empty, unreadable or malformed.
    """
    if surroundings.token:
        return token_in(surroundings.token, source=f"${TOKEN_VARIABLE}")
    if surroundings.credentials_directory:
        credential = Path(surroundings.credentials_directory, CREDENTIAL_NAME)
        if os.path.exists(credential):  # noqa: PTH110 - Path.exists raises where one may not look
            return _token_from(credential, source=f"the credential {CREDENTIAL_NAME}")
    if config.discord.token_file:
        return _token_from(_token_path(config.discord.token_file), source=config.discord.token_file)
    return None


def _token_path(name: str) -> Path:
    if "/" not in name and name.count(".") == 2 and len(name) > 50:
        # Somebody put the token itself here. It must not reach a log by way of an error message.
        raise CredentialError(
            "discord.token_file holds a token; put the token into a file and name that file"
        )
    return Path(name).expanduser()


def _token_from(path: Path, *, source: str) -> SecretStr:
    try:
        content = path.read_bytes()
    except OSError as error:
        raise CredentialError(f"the Discord token cannot be read from {source}: {error.strerror}") from None
    # Some editors begin a file with a byte order mark.
    return token_in(content.removeprefix(codecs.BOM_UTF8).decode("utf-8", "replace"), source=source)


def token_in(text: str, *, source: str) -> SecretStr:
    """The token that a text from `source` is, spaces and "Bot " before it aside. Raises CredentialError."""
    token = text.strip().removeprefix("Bot ")
    if not token:
        raise CredentialError(f"the Discord token from {source} is empty")
    if len(token) > TOKEN_LIMIT or not token.isascii() or not token.isprintable() or " " in token:
        raise CredentialError(f"{source} holds something other than a Discord bot token")
    return SecretStr(token)


def data_directory(config: Config, surroundings: Surroundings) -> Path:
    """Where the database, the model cache and the lock live: configured, systemd's, or the user's own.

    Raises ConfigError where none is configured and the user has no home.
    """
    if config.data.directory:
        return Path(config.data.directory).expanduser()
    if surroundings.state_directory:
        return Path(surroundings.state_directory)
    try:
        return surroundings.data_home.expanduser() / "kallisti"
    except RuntimeError:
        raise ConfigError("this user has no home directory; set data.directory or $XDG_DATA_HOME") from None


def default_zone(config: Config) -> str:
    """The IANA zone of authors who chose none: the configured one, else this machine's, else UTC."""
    if config.time.zone:
        return config.time.zone
    try:
        name = tzlocal.get_localzone_name()
    except (LookupError, OSError, ValueError):
        return "UTC"
    return name if name in available_timezones() else "UTC"
