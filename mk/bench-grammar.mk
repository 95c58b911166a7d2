.PHONY: bench-grammar
bench-grammar: $(ENVIRONMENT) $(STAMPS)/model ## what the grammar costs a turn (MODELS="--model gemma=PATH", SCHEMAS=directory)
	$(BIN)/python -m bench.grammar --model smollm2="$$($(BIN)/python -c 'from agent.engine.models import default_model_path as path; print(path())')" \
	    $(MODELS) $(if $(SCHEMAS),--schemas $(SCHEMAS)) $(ARGS)
