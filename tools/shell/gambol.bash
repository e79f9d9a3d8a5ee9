# Completion of gambol in bash. Installed as share/bash-completion/completions/gambol.

_gambol() {
  local line=${COMP_LINE:0:COMP_POINT} IFS=$' \t\n'
  local -a words
  read -ra words <<<"$line"
  [[ $line == *[[:space:]] ]] && words+=("")
  mapfile -t COMPREPLY < <("${words[0]}" complete "${words[@]:1}" 2>/dev/null)
  # FILE@TAKE: to bash, what follows the @ is a word of its own.
  local last=${words[-1]}
  if [[ $last == *@* && $COMP_WORDBREAKS == *@* ]]; then
    COMPREPLY=("${COMPREPLY[@]#"${last%@*}@"}")
  fi
}
complete -o default -F _gambol gambol
