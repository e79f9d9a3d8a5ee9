# Completion of gambol in fish. Installed as share/fish/vendor_completions.d/gambol.fish.

complete -c gambol -a '(gambol complete (commandline -opc)[2..-1] (commandline -ct) 2>/dev/null)'
