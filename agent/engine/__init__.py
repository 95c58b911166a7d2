"""Language models behind the `Engine` port: a supervised llama.cpp worker, or a llama-server over HTTP."""
