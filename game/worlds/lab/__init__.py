"""The Training Lab: a real distributed training run, watched step by step while it paints the brain it learns."""
