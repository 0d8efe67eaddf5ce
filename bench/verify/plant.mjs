// A repository with claims about it whose answers are known: half of them true, half were true one commit ago. Symbols
// and files are the repository's own, renamed or deleted; flags and commands are planted, because most packages have few.
import { execFileSync } from 'node:child_process'
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { random } from '../recall/corpus.mjs'

const CODE = /\.(?:[cm]?[jt]sx?)$/
const WORDS =
  'quartz lantern meadow cobalt ferry thimble walnut gravel beacon saffron pebble tundra velvet cinder marble orchid'.split(
    ' ',
  )

/** How a memory says it; half of the forms without backticks, half of them in Chinese. */
const FORMS = {
  call: [
    (name) => `Use \`${name}()\` before the response is written.`,
    (name) => `The retry is done by ${name}() and nothing else.`,
    (name) => `写响应之前要先用 \`${name}()\`。`,
    (name) => `重试由${name}()完成，不要再包一层。`,
  ],
  name: [(name) => `\`${name}\` holds the settings.`, (name) => `配置都在 \`${name}\` 里。`],
  flag: [
    (flag) => `The importer takes \`${flag}\` for large inputs.`,
    (flag) => `Pass ${flag} to the importer when it is slow.`,
    (flag) => `导入工具数据多时要加 \`${flag}\`。`,
    (flag) => `导入工具加${flag}参数会更快。`,
  ],
  command: [
    (command) => `Run \`${command}\` before a release.`,
    (command) => `Before a release: ${command}.`,
    (command) => `发布前先跑 \`${command}\`。`,
    (command) => `发布前先跑${command}，再打标签。`,
  ],
  path: [
    (path) => `The limits are in ${path}:42.`,
    (path) => `See \`${path}\` for the limits.`,
    (path) => `限制写在${path}:42。`,
    (path) => `限制见 \`${path}\`。`,
  ],
}

const SHARES = { symbol: 40, path: 20, flag: 20, command: 20 }

/**
 * `root`: a git repository that may be changed. The claims: `{kind, name, text, isTrue}`, 100 of them. All are true until
 * `falsify` makes the commit behind which half of them are not.
 */
export function plantClaims(root, seed) {
  const next = random(seed)
  const pick = (list) => list.splice(Math.floor(next() * list.length), 1)[0]
  const git = gitIn(root)
  const files = git('ls-files', '-z')
    .split('\0')
    .filter((file) => CODE.test(file))
  const texts = new Map(files.map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const symbols = definedSymbols(texts)
  const paths = files.filter(
    (file) => file.split('/').length > 2 && !/(?:^|\/)(?:dist|build|out|vendor)\//.test(file),
  )
  const made = Array.from({ length: 40 }, (_, n) => `${WORDS[n % 16]}-${WORDS[(n * 7 + 3) % 16]}-${n}`)
  const flags = made.slice(0, 20).map((name) => `--${name}`)
  const scripts = made.slice(20)
  const choose = {
    symbol: () => pick(symbols),
    path: () => ({ name: pick(paths), form: 'path' }),
    flag: () => ({ name: pick(flags), form: 'flag' }),
    command: () => ({ name: `npm run ${pick(scripts)}`, form: 'command' }),
  }
  const claims = Object.entries(SHARES).flatMap(([kind, count]) =>
    Array.from({ length: count }, (_, n) => {
      const { name, form } = choose[kind]()
      return {
        kind,
        name,
        isTrue: n % 2 === 0,
        text: FORMS[form][Math.floor(n / 2) % FORMS[form].length](name),
      }
    }),
  )
  const named = (kind, isTrue) =>
    claims.filter((one) => one.kind === kind && isTrue === one.isTrue).map(({ name }) => name)
  plantTools(root, { flags: claimsOf(claims, 'flag'), scripts: claimsOf(claims, 'command') })
  git('add', '-A')
  git('commit', '-qm', 'Plant')
  return { claims, falsify: () => falsify(root, git, named) }
}

function falsify(root, git, named) {
  plantTools(root, { flags: named('flag', true), scripts: named('command', true) })
  renameAll(root, git, new Set(named('symbol', false)))
  for (const path of named('path', false)) rmSync(join(root, path), { force: true })
  git('add', '-A')
  git('commit', '-qm', 'Rename and remove')
}

function claimsOf(claims, kind) {
  return claims.filter((one) => one.kind === kind).map(({ name }) => name)
}

export function gitIn(root) {
  const who = ['-c', 'user.name=bench', '-c', 'user.email=bench@example.com', '-c', 'core.autocrlf=false']
  return (...args) =>
    execFileSync('git', [...who, ...args], {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 1e9,
      stdio: ['ignore', 'pipe', 'pipe'],
    })
}

/** What looks like code to a reader, too: letters of both cases. Each defined in one source file only. */
function definedSymbols(texts) {
  const found = new Map()
  for (const [file, text] of texts) {
    if (!/(?:^|\/)src\/.*\.ts$/.test(file)) continue
    for (const [, word, name] of text.matchAll(
      /^export (?:declare )?(?:async )?(function|class|const|interface) (\w+)/gm,
    ))
      if (/^[A-Za-z][a-z0-9]+[A-Z][a-z]\w*$/.test(name))
        found.set(name, found.has(name) ? undefined : { name, form: word === 'function' ? 'call' : 'name' })
  }
  return [...found.values()].filter(Boolean).toSorted((a, b) => (a.name < b.name ? -1 : 1))
}

/** In every file but documentation, as a person's editor does it. */
function renameAll(root, git, names) {
  for (const file of git('ls-files', '-z').split('\0')) {
    if (!/\.(?:[cm]?[jt]sx?|json|map)$/.test(file)) continue
    const text = readFileSync(join(root, file), 'utf8')
    const renamed = text.replace(/[A-Za-z_$][\w$]*/g, (word) => (names.has(word) ? `renewed${word}9` : word))
    if (renamed !== text) writeFileSync(join(root, file), renamed)
  }
}

function plantTools(root, { flags, scripts }) {
  const tool = join(root, 'tools/importer/main.mjs')
  mkdirSync(dirname(tool), { recursive: true })
  writeFileSync(
    tool,
    `const FLAGS = ${JSON.stringify(flags, null, 2)}\nexport const parse = (argv) => argv.filter((one) => FLAGS.includes(one))\n`,
  )
  const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
  const planted = Object.fromEntries(
    scripts.map((name) => [name.replace('npm run ', ''), 'node tools/importer/main.mjs']),
  )
  const own = Object.entries(manifest.scripts ?? {}).filter(([name]) => !/-\d+$/.test(name))
  const text = JSON.stringify({ ...manifest, scripts: { ...Object.fromEntries(own), ...planted } }, null, 2)
  writeFileSync(join(root, 'package.json'), text)
}
