"""Mistakes in the configuration, in the token, and in what stands around the process."""

from __future__ import annotations

from tests.troubleshooting.place import Case, Cases, Outcome, Place

CASES = Cases()

MISTAKES = {
    "…: unknown key …; did you mean …?": "[turn]\nmax_stepz = 3",
    "…: … should be …, but is …": "[turn]\nmax_steps = 0",
    "…: … should be a section, written […]": "discord = 3",
    "…: … is no IANA time zone…": '[time]\nzone = "Europe/Berln"',
    '…: … should be an address such as "http://127.0.0.1:8080"': '[engine]\nserver = "box:8080"',
    "…: … holds a null character, which no path may have": '[engine]\nmodel = "a\\u0000b"',
    "…: … begins with a home directory that this machine does not know": '[engine]\nmodel = "~nobody-here/x"',
    "…: … should start with …:// or …://": '[discord]\napi_base = "ftp://127.0.0.1"',
    "…: … may only name a loopback address, because the token is sent to it": (
        '[discord]\napi_base = "http://10.0.0.1"\ngateway_url = "ws://10.0.0.1"'
    ),
    "…: … needs both api_base and gateway_url, or neither": '[discord]\napi_base = "http://127.0.0.1"',
    "…: … has channels, which need message_content = true: without that intent Discord leaves out the text "
    "of messages that do not mention the bot": "[discord]\nchannels = [5]",
    "…: … has … in shard_ids, but of … shards the last is …": "[discord]\nshards = 2\nshard_ids = [2]",
    "…: … names a shard twice in shard_ids": "[discord]\nshards = 2\nshard_ids = [1, 1]",
    "…: … has both model and server; the server has its model already, so name one of them": (
        '[engine]\nmodel = "x.gguf"\nserver = "http://127.0.0.1:1"'
    ),
    "…: … has both model and servers; the servers have their model already, so name one of them": (
        '[engine]\nmodel = "x.gguf"\nservers = ["http://127.0.0.1:1"]'
    ),
    "…: … has both server and servers; put all addresses into servers": (
        '[engine]\nserver = "http://127.0.0.1:1"\nservers = ["http://127.0.0.1:2"]'
    ),
    "…: … has both adapter and server; adapters are the server's matter: start it with --lora instead": (
        '[engine]\nadapter = "x.gguf"\nserver = "http://127.0.0.1:1"'
    ),
    "…: … has an empty address in servers": '[engine]\nservers = [""]',
    "…: … names an address twice in servers": '[engine]\nservers = ["http://a:1", "http://a:1/"]',
    "…: … has both socket and a server; name the one that has the model": (
        '[engine]\nsocket = "/run/x.sock"\nserver = "http://127.0.0.1:1"'
    ),
    '…: … should be a time without a zone, such as "09:00"': '[time]\nmorning = "09:00Z"',
    "… is not valid TOML: …": "[turn\nmax_steps = 3",
}


def checked(text: str) -> Case:
    return lambda place: place.check(text)


for _sentence, _text in MISTAKES.items():
    CASES.of(_sentence)(checked(_text))


@CASES.of("… is not UTF-8 text; save it as UTF-8")
def not_utf_8(place: Place) -> Outcome:
    place.config.write_bytes(b"\xff\xfe[turn]")
    return place.kallisti("check", "--quick")


@CASES.of("… cannot be read: …")
def absent(place: Place) -> Outcome:
    return place.kallisti("run", "--config", str(place.root / "absent.toml"))


@CASES.of("this user has no home directory; name the file with --config")
def homeless(place: Place) -> Outcome:
    place.patch.setenv("XDG_CONFIG_HOME", "~nobody-here")
    return place.bare("init", "--offline")


@CASES.of("this user has no home directory; set data.directory or $XDG_DATA_HOME")
def without_data_home(place: Place) -> Outcome:
    place.config.write_text("")
    place.patch.setenv("XDG_DATA_HOME", "~nobody-here")
    return place.kallisti("backup")


@CASES.of("the data directory … cannot be made: …")
def data_below_a_file(place: Place) -> Outcome:
    return place.configure("", data=place.file("file") / "data").kallisti("chat")


# ------------------------------------------------------------------ the token


@CASES.of(
    "no Discord token is configured and there is no terminal to talk in; set $KALLISTI_DISCORD_TOKEN or "
    "discord.token_file"
)
def nobody_to_talk_to(place: Place) -> Outcome:
    return place.configure("").kallisti("run")


@CASES.of("discord.token_file holds a token; put the token into a file and name that file")
def token_for_a_file(place: Place) -> Outcome:
    return place.check(f'[discord]\ntoken_file = "{"a" * 30}.{"b" * 10}.{"c" * 30}"')


@CASES.of("the Discord token cannot be read from …: …")
def no_token_file(place: Place) -> Outcome:
    return place.check(f'[discord]\ntoken_file = "{place.root}/absent"')


@CASES.of("the Discord token from … is empty")
def empty_token_file(place: Place) -> Outcome:
    return place.check(f'[discord]\ntoken_file = "{place.file("empty")}"')


@CASES.of("… holds something other than a Discord bot token")
def no_token_in_the_file(place: Place) -> Outcome:
    return place.check(f'[discord]\ntoken_file = "{place.file("words", "two words")}"')


@CASES.of("others on this machine may read it; run `chmod 600 …`")
def open_token_file(place: Place) -> Outcome:
    path = place.file("token", "a" * 60)
    path.chmod(0o644)
    return place.check(f'[discord]\ntoken_file = "{path}"')


# ------------------------------------------------------------------ init


@CASES.of("… was left as it is; name another file with --config")
def kept(place: Place) -> Outcome:
    place.configure("")
    return place.said("n\n", "init", "--offline")


@CASES.of('there was no answer to "…"; nothing was written')
def unanswered(place: Place) -> Outcome:
    return place.said("", "init", "--offline", "--config", str(place.root / "new.toml"))


@CASES.of("broken off; nothing was written")
def interrupted(place: Place) -> Outcome:
    place.patch.setattr("bot.__main__.TerminalAsker.ask", _control_c)
    return place.kallisti("init", "--offline", "--config", str(place.root / "new.toml"))


def _control_c(*_arguments: object, **_more: object) -> str:
    raise KeyboardInterrupt


# ------------------------------------------------------------------ units


@CASES.of("kallisti.service starts …, which is not there; run `make install` again")
def unit_without_a_program(place: Place) -> Outcome:
    place.file("units/kallisti.service", "[Service]\nExecStart=/nowhere/kallisti run\n")
    place.patch.setattr("bot.app_check_data.UNITS", place.root / "units")
    return place.check()


@CASES.of("no backups are made; run `systemctl enable --now kallisti-backup.timer`")
def unit_without_backups(place: Place) -> Outcome:
    place.file("units/kallisti.service", "[Service]\nExecStart=/bin/sh run\n")
    place.patch.setattr("bot.app_check_data.UNITS", place.root / "units")
    return place.check()
