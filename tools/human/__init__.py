"""Parts of tools/make_human.py."""
