"""Plain Python: rules, models, messages. Knows no engine, no TensorFlow, no files, no clock."""
