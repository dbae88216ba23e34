"""One module per group of commands; a command is a function of the arguments and the world that gives an exit code."""
