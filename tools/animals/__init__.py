"""Parts of tools/make_animals.py."""
