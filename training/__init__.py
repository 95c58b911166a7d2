"""Training of the adapter for the embedded default model. Nothing here is needed to run the bot."""
