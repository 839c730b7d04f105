"""Everything that touches the outside world without drawing: files, database, processes."""
