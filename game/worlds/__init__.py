"""3D worlds: brain, constellation, lab. Strangers to each other."""
