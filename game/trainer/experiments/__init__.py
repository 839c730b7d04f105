"""One file for each experiment, and the catalogue that lists them."""
