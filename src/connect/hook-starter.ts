// What agents start, at an event and as their MCP server: a small shell script in the config home. The line in an agent's
// file stays short, and the same when Node or memdir moves, so that who was asked to trust it (Codex) is not asked again.
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentSetupTexts } from '../base/messages/agent-setup.ts'
import { callsDirectory } from '../base/settings/config-home.ts'
import { attempt } from '../base/values/attempt.ts'
import { HOOK_STARTER, type SetupPlaces } from './agent-setup.ts'

/** A copy of the plugin's launcher in the config home: it is there when the program has gone, and says so. */
export const LAUNCHER = 'run.cjs'

/**
 * What Node is given to run. The launcher speaks where the program is missing or broken, or has not ended a little after
 * its own deadline (`LATE_MS` of the launcher). Between single quotes of a shell, so it has none, but for the shell's own
 * way to write one.
 */
const START = [
  'const l=process.argv.pop(),tell=(w)=>{process.argv.splice(2,0,w);try{require(l)}catch{}}',
  'setTimeout(tell,1300*(process.env.MEMDIR_HOOK_SLOWER||1),"late").unref()',
  'try{require(process.argv[1])}catch{tell("hook")}',
].join(';')

/**
 * Leaves where no word of a trigger is in the call, or the project has none: this runs at every call of the agent, and
 * starting Node costs eight times as much. `calls` is the directory of the words.
 */
export const CALL_FILTER = `project=\${CLAUDE_PROJECT_DIR:-$PWD}
until [ -f "$calls$project/words" ]; do
  case $project in */*) project=\${project%/*} ;; *) exit 0 ;; esac
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
`

/** Where the agent says what it calls; undefined on Windows, whose agents may have no such shell. */
export function callHookCommand(places: SetupPlaces, agent: string): string | undefined {
  return process.platform === 'win32' ? undefined : `${hookCommand(places, agent)} calls`
}

/**
 * One shell string: Codex ignores separate arguments. The shell becomes the program, because some agents end the shell
 * alone when a hook takes too long, and wait for what it has started. No event of the agent fails, also where the script
 * has gone. PowerShell, by which some agents start hooks on Windows, knows none of it.
 */
export function hookCommand({ node, bin, home }: SetupPlaces, agent: string): string {
  if (process.platform === 'win32') return `${quote(node)} ${quote(`${bin}/hook.js`)} ${agent}`
  const script = quote(join(home, HOOK_STARTER))
  return `[ ! -f ${script} ] || exec sh ${script} ${agent}`
}

/** A Node that its version manager has removed is replaced by that of the PATH; where there is none, the person is told. */
export function starterText({ node, bin, home }: Pick<SetupPlaces, 'node' | 'bin' | 'home'>): string {
  const said = (text: string) => single(JSON.stringify({ systemMessage: text }))
  return `# Starts memdir for an agent: its hook (sh ${HOOK_STARTER} AGENT), its server (sh ${HOOK_STARTER} mcp). Made by
# \`memdir init\`, which makes it again.
tell() {
  case \${LC_ALL:-\${LC_MESSAGES:-$LANG}} in
    zh*) echo ${said(agentSetupTexts.hookWithoutNode.zh)} ;;
    *) echo ${said(agentSetupTexts.hookWithoutNode.en)} ;;
  esac
}
if [ "$2" = calls ]; then
calls=${quote(callsDirectory(home))}
${CALL_FILTER}fi
node=${quote(node)}
[ -x "$node" ] || node=$(command -v node) || {
  [ "$1" != mcp ] || { tell >&2; exit 1; }
  case $(cat) in *'"SessionStart"'*) tell ;; esac
  exit 0
}
[ "$1" != mcp ] || exec "$node" ${quote(`${bin}/memdir.js`)} mcp
exec "$node" -e ${single(START)} ${quote(`${bin}/hook.js`)} "$1" ${quote(join(home, LAUNCHER))} 2>/dev/null
`
}

/** Its text as it is; undefined where there is none. */
export function readStarter({ home }: Pick<SetupPlaces, 'home'>): string | undefined {
  return attempt(() => readFileSync(join(home, HOOK_STARTER), 'utf8'))
}

/** The programs that a text tells somebody to start and that are not there any more. */
export function deadPrograms(text: string): string[] {
  return programsIn(text).filter((path) => !existsSync(path))
}

/** Between quotes: Node, the programs of memdir that it is given, and the directory of its plugins. */
export function programsIn(text: string): string[] {
  const found = text.match(/[^"'\\\n]*[\\/](?:node(?:\.exe)?|(?:hook|memdir)\.js|plugins)(?=\\?["'])/g) ?? []
  return [...new Set(found.map(plainPath))]
}

function plainPath(text: string): string {
  return text.startsWith('file:') ? decodeURI(new URL(text).pathname) : text
}

function quote(text: string): string {
  return `"${text.replace(/(["\\$`])/g, '\\$1')}"`
}

function single(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
