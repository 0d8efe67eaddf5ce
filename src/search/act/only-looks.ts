// Whether a simple command only looks: then no trigger of a command is asked of it. What is not known to look, acts. This is
// about noise and not about safety (the sandbox proves that, option by option): a command may write a cache and still look.

const LOOKS = new Set(
  `ls ll dir tree cat bat tac nl less more head tail wc file stat du df find fd grep egrep fgrep zgrep rg ag ack awk gawk
  sed jq yq cut sort uniq tr rev paste column fold diff cmp comm md5sum sha1sum sha256sum cksum strings xxd od hexdump
  echo printf print pwd cd pushd popd which whereis whatis type command-v man help history date cal uptime uname hostname
  whoami id groups env printenv locale ps top htop pgrep pstree lsof netstat ss ping dig nslookup host ifconfig ip free
  vmstat iostat jps jstack jmap true false test [ [[ : sleep wait exit return break continue set shift basename dirname
  realpath readlink tokei cloc scc seq expr let read clear tee local declare typeset trap shopt alias ulimit umask
  Get-ChildItem Get-Content Select-String Get-Location Test-Path Where-Object Select-Object Format-Table Measure-Object
  findstr where`.split(/\s+/),
)

/** By what follows the name, options left out; a name that is not here acts whatever follows. */
const LOOKING: Readonly<Record<string, RegExp>> = {
  git: /^(?:log|show|diff|status|blame|grep|ls-files|ls-tree|ls-remote|rev-parse|rev-list|describe|shortlog|reflog|merge-base|cat-file|name-rev|whatchanged|for-each-ref|check-ignore|count-objects|var|help|remote(?: show| get-url)?$|branch$|tag$|stash (?:list|show)|config \S+$|worktree list|submodule status)/,
  npm: /^(?:view|info|show|ls|list|outdated|search|ping|whoami|root|prefix|bin|why|explain|fund|docs|help|config (?:get|list)|pkg get|audit$)/,
  pnpm: /^(?:view|info|ls|list|ll|la|outdated|why|root|bin|licenses|help|config (?:get|list)|audit$)/,
  yarn: /^(?:info|list|outdated|why|help|config (?:get|list)|npm info|workspaces (?:info|list))/,
  bun: /^(?:pm ls|outdated)/,
  pip: /^(?:list|show|freeze|check|search|index|help|config (?:get|list))/,
  uv: /^(?:tree|pip (?:list|show|freeze|tree|check)|python list|help)/,
  poetry: /^(?:show|check|env (?:info|list))/,
  cargo: /^(?:tree|metadata|search|locate-project|help)/,
  go: /^(?:list|version|env$|doc|help)/,
  docker:
    /^(?:ps|images|logs|inspect|version|info|stats|top|port|diff|history|search|events|(?:compose |image |container |network |volume |system )+(?:ps|ls|list|logs|inspect|config|images|top|df|version))/,
  kubectl:
    /^(?:get|describe|logs|top|explain|version|cluster-info|api-resources|config (?:view|get-contexts|current-context)|diff)/,
  helm: /^(?:list|ls|status|get|history|search|show|template|lint|version)/,
  terraform: /^(?:plan|show|output|validate|version|providers|graph|state (?:list|show))/,
  gh: /^(?:(?:pr|issue|run|release|repo|workflow|gist|label) (?:list|view|status|diff|checks|watch)|status|search)/,
  brew: /^(?:list|info|search|outdated|deps|leaves)/,
  apt: /^(?:list|search|show|policy)/,
  systemctl: /^(?:status|show|list-units|is-active|is-enabled|cat)/,
  mvn: /^(?:dependency:tree|help:)/,
  celery: /\b(?:inspect|status)\b/,
  alembic: /^(?:history|current|heads|show|branches)/,
}
const SAME: Readonly<Record<string, string>> = {
  pip3: 'pip',
  'docker-compose': 'docker',
  podman: 'docker',
  mvnw: 'mvn',
  'apt-get': 'apt',
  'apt-cache': 'apt',
}
/** Its only argument: it tells of itself. */
const TELLS = /^(?:--?help|--?version|-[vVh])$/
/** It says what it would do. */
const DRY = /^--dry-run(?:=(?!none)\w+)?$/
/** Options with which a command that else looks changes a file. */
const CHANGES: Readonly<Record<string, RegExp>> = {
  sed: /^(?:-[a-zA-Z]*i|--in-place)/,
  find: /^-(?:delete|exec|execdir|ok|okdir)$/,
  sort: /^(?:-o|--output)/,
  yq: /^(?:-i|--inplace)/,
}

export function onlyLooks(words: readonly string[]): boolean {
  const [path = '', ...args] = words
  const name = nameOf(path)
  if (args.length === 1 && TELLS.test(args[0] ?? '')) return true
  if (args.some((arg) => DRY.test(arg))) return true
  if (LOOKS.has(name)) return !CHANGES[name] || !args.some((arg) => CHANGES[name]?.test(arg))
  const known = LOOKING[SAME[name] ?? name]
  return known?.test(withoutOptions(args)) ?? false
}

/** `git -C dir log` and `kubectl --context staging get`: an option takes what follows it where it stands before the verb. */
function withoutOptions(args: readonly string[]): string {
  const kept: string[] = []
  for (let at = 0; at < args.length && kept.length < 4; at++) {
    const arg = args[at] ?? ''
    if (!arg.startsWith('-')) kept.push(arg)
    else if (kept.length === 0 && TAKES.test(arg)) at++
  }
  return kept.join(' ')
}

const TAKES =
  /^(?:-[CcnfH]|--(?:context|namespace|prefix|dir|cwd|filter|file|profile|kubeconfig|host|project))$/

/** Without where it lies, and without what Windows puts behind it. */
export function nameOf(path: string): string {
  return path.replace(/^.*[/\\]/, '').replace(/\.(?:exe|cmd|bat|ps1)$/i, '')
}
