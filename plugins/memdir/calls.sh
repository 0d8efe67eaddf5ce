# Before Node is started for a call of the agent: leaves where nothing that is remembered could be about it.
calls=${MEMDIR_HOME:-$HOME/.memdir}/calls
project=${CLAUDE_PROJECT_DIR:-$PWD}
until [ -f "$calls$project/words" ]; do
  case $project in */*) project=${project%/*} ;; *) exit 0 ;; esac
done
input=$(cat)
found=
while read -r one two three; do
  case $input in *"$one"*)
    case $input in *"$two"*)
      case $input in *"$three"*) found=1 && break ;; esac ;;
    esac ;;
  esac
done <"$calls$project/words"
[ -n "$found" ] || exit 0
exec <<MEMDIR
$input
MEMDIR
exec node "${0%/*}/run.cjs" hook "$@"
