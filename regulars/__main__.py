"""Runs the command line by `python -m regulars`."""

from regulars.cli.start import main

if __name__ == "__main__":
    main()
