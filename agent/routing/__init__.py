"""Which tools a message gets: signals and scores in, one Offer with its reasons out."""
