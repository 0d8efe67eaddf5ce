// Compiles src/ to dist/ (the library, with types) and test/support/ to dist/testing/, then bundles the command line to
// dist/bin/: a few CommonJS chunks that are started with V8's code cache (docs/decisions/bundled-command.md).
import { spawnSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'
import { parseAst } from 'rolldown/parseAst'

const root = fileURLToPath(new URL('..', import.meta.url))

/** Programs: what `start/` loads, or a worker thread. */
const PROGRAMS = {
  'memdir-program': 'dist/cli/main.js',
  'hook-program': 'dist/connect/sdk/hook-main.js',
  'encode-worker': 'dist/search/embed/encode-worker.js',
}
/** What is started by its file name: loads a program with V8's code cache. */
const STARTS = { memdir: 'dist/start/memdir.js', hook: 'dist/start/hook.js' }

/**
 * Chunks by what a process loads at once, in this order: each is what these modules bring along by themselves and no chunk
 * above it has. So a chunk never needs one below it.
 */
const CHUNKS = {
  // Enough for `--version`; every process loads it.
  base: ['cli/version.js'],
  // What every command and every hook loads.
  core: [
    'connect/engine.js',
    'base/settings/choose-language.js',
    'base/text/agent-text.js',
    'base/text/inert-text.js',
    'memory/place-verbs.js',
  ],
  clients: ['connect/sdk/hook-main.js'],
  search: ['search/memory-search.js', 'search/recall.js', 'search/search-places.js'],
  // What a prompt needs besides where a memory names something of the working tree.
  verify: ['search/verify/verify.js'],
  embed: ['search/create-embedders.js'],
  // What every command loads, and what most of them share.
  cli: [
    'cli/run-command.js',
    'cli/arguments.js',
    'cli/describe-memory.js',
    'cli/filter-options.js',
    'cli/saved.js',
    'base/messages/search-commands.js',
    'base/messages/recall.js',
  ],
  write: ['memory/records/store-changes.js', 'memory/writer/commit-writes.js'],
  'secret-rules': ['base/secrets/scanner.js'],
  // What every write asks, by whichever door.
  judge: ['memory/records/judge-write.js'],
  'list-memories': ['search/list-memories.js'],
  // What adding a memory needs, by whichever door.
  records: ['memory/open-records-for.js', 'search/search-for-records.js'],
  'memory-tools': ['agent/memory-tools.js'],
  // What a message that mentions an agent needs of them.
  agents: ['agent/agent-memories.js'],
  tools: ['agent/tools/create-tools.js'],
  runtime: ['agent/conversation/open-conversation.js'],
  // Where a conversation has servers; the SDK is in the second.
  'mcp-client': ['agent/mcp-client/open-servers.js'],
  'connect-server': [
    'agent/mcp-client/connect-server.js',
    // What it imports, which is not seen in a file that is bundled already.
    ...['process-transport', 'result-text', 'bounded-fetch', 'sound-tools'].map(
      (name) => `agent/mcp-client/${name}.js`,
    ),
  ],
  'mcp-server': ['connect/mcp/mcp-main.js'],
}

/** The one file of the library that needs the client's SDK: it is bundled with it, in place. */
const CLIENT = 'dist/agent/mcp-client/connect-server.js'

/** Functions of these are loaded by their first call: a bare Node has not loaded them, and few processes call one. */
const LAZY_PREFIX = '\0lazy:'
const LAZY = [
  ...['node:child_process', 'node:crypto', 'node:dns', 'node:https', 'node:module', 'node:net', 'node:os'],
  'node:zlib',
]

const bin = `${root}dist/bin/`

compile()
compileSupport()
copyKernels()
await bundleClient()
await bundlePrograms()
checkOrder()
const build = hashOfChunks()
// The package is ESM; these files are not. A server tells hooks of the same build from others by it.
writeFileSync(`${bin}package.json`, `${JSON.stringify({ type: 'commonjs', build })}\n`)
for (const [name, path] of Object.entries(STARTS)) await bundleStart(name, path)
chmodSync(`${bin}memdir.js`, 0o755)

function compile() {
  // The incremental state says "nothing to do" even when the output was deleted: start clean then.
  if (!existsSync(`${root}dist/cli/main.js`)) rmSync(`${root}dist`, { recursive: true, force: true })
  runCompiler('tsconfig.build.json')
}

/**
 * `memdir/testing` is compiled with the sources that it imports into a directory of its own, and taken from there: below
 * dist/ it finds them one `src/` less far away.
 */
function compileSupport() {
  runCompiler('tsconfig.support.json')
  const [from, to] = [`${root}node_modules/.cache/support/test/support/`, `${root}dist/testing/`]
  rmSync(to, { recursive: true, force: true })
  cpSync(from, to, { recursive: true })
  for (const file of readdirSync(to, { recursive: true }).map(String)) {
    if (!/\.(js|d\.ts)$/.test(file)) continue
    writeFileSync(to + file, readFileSync(to + file, 'utf8').replaceAll('../../src/', '../'))
  }
}

function runCompiler(project) {
  // Not exported by its package (docs/decisions/two-compilers.md).
  const args = [`${root}node_modules/typescript-native/bin/tsc`, '-p', root + project]
  const done = spawnSync(process.execPath, args, { stdio: 'inherit', cwd: root })
  if (done.status !== 0) process.exit(done.status ?? 1)
}

/** WebAssembly kernels and word lists are next to their loaders, in the library and in the bundle. */
function copyKernels() {
  rmSync(`${root}dist/bin`, { recursive: true, force: true })
  for (const file of readdirSync(`${root}src`, { recursive: true }).map(String)) {
    if (!/\.(wasm|txt)$/.test(file)) continue
    cpSync(`${root}src/${file}`, `${root}dist/${file}`)
    cpSync(`${root}src/${file}`, `${root}dist/bin/${basename(file)}`)
  }
}

/** What a module brings along by itself: the files below dist/, without what is imported when it is needed. */
function closureOf(...entries) {
  const found = new Set()
  const follow = (path) => {
    if (found.has(path)) return
    found.add(path)
    const text = readFileSync(path, 'utf8')
    for (const [, target] of text.matchAll(/^(?:import|export)\s(?:[^'";]*\sfrom\s+)?["'](\.[^"']+)["']/gm))
      follow(resolve(dirname(path), target))
  }
  for (const entry of entries) follow(resolve(root, 'dist', entry))
  return found
}

/** The library's file that connects to servers, with the SDK inside: an install brings none. */
async function bundleClient() {
  const { rolldown } = await import('rolldown')
  const client = await rolldown({
    input: root + CLIENT,
    platform: 'node',
    plugins: [withoutCompiler()],
    // Its own neighbours stay where they are.
    external: (id, importer = '') =>
      id.startsWith('node:') || (importer === root + CLIENT && id.startsWith('.')),
    logLevel: 'warn',
  })
  await client.write({ file: root + CLIENT, format: 'esm', minify: true })
  await client.close()
}

/** The SDK's default validator compiles schemas of servers to code; ours is given, so it is left out. */
function withoutCompiler() {
  const EMPTY = '\0no-validator'
  return {
    name: 'without-compiler',
    resolveId: (id) => (id === '@modelcontextprotocol/client/_shims' ? EMPTY : undefined),
    load: (id) =>
      id === EMPTY
        ? 'export const CORS_IS_POSSIBLE = false\nexport class DefaultJsonSchemaValidator {}'
        : undefined,
  }
}

/** Exports forward to the built-in of that name. Packages in the bundle get the built-in itself. */
function lazyBuiltIns() {
  return {
    name: 'lazy-built-ins',
    resolveId: (id, importer = '') =>
      LAZY.includes(id) && !importer.includes('node_modules') ? LAZY_PREFIX + id : undefined,
    load(id) {
      if (!id.startsWith(LAZY_PREFIX)) return undefined
      const name = id.slice(LAZY_PREFIX.length)
      const functions = Object.entries(process.getBuiltinModule(name)).filter(
        ([, value]) => typeof value === 'function',
      )
      // Some are classes, such as BlockList of node:net.
      const forward = ([key]) =>
        `export function ${key}(...args) { const own = process.getBuiltinModule('${name}').${key}; return new.target ? new own(...args) : own(...args) }`
      return { code: functions.map(forward).join('\n'), moduleSideEffects: false }
    },
  }
}

/** Faces do not import each other, so `memdir mcp` loads its server by address; in the bundle it is one more chunk. */
function linkServer() {
  const ADDRESS = "__rewriteRelativeImportExtension(new URL('./mcp-server.js', import.meta.url).href)"
  return {
    name: 'link-server',
    transform(code, id) {
      if (!/dist[\\/]cli[\\/]commands[\\/]mcp\.js$/.test(id)) return undefined
      if (!code.includes(ADDRESS)) throw new Error('cli/commands/mcp does not load mcp-server.js as before')
      return code.replace(ADDRESS, "'../../connect/mcp/mcp-main.js'")
    },
  }
}

async function bundleStart(name, path) {
  const { rolldown } = await import('rolldown')
  const start = await rolldown({
    input: root + path,
    platform: 'node',
    // Reading a row of texts does nothing: what is not said is left out.
    treeshake: { propertyReadSideEffects: false },
    plugins: [lazyBuiltIns()],
    transform: { define: { MEMDIR_BUILD: JSON.stringify(build) } },
  })
  await start.write({ file: `${bin}${name}.js`, format: 'cjs', minify: true })
  await start.close()
}

/** A chunk that is required by one which it requires itself is not there yet when it is asked. */
function checkOrder() {
  const requires = (name) =>
    [...readFileSync(bin + name, 'utf8').matchAll(/(?<!=>)require\("\.\/([\w-]+\.js)"\)/g)].map(
      (found) => found[1],
    )
  const visit = (name, path) => {
    if (path.includes(name)) throw new Error(`chunks in a circle: ${[...path, name].join(' → ')}`)
    if (done.has(name)) return
    for (const other of requires(name)) visit(other, [...path, name])
    done.add(name)
  }
  const done = new Set()
  for (const name of readdirSync(bin)) if (name.endsWith('.js')) visit(name, [])
}

/** V8 compares only the length of a source with its cache; a hook and a server of different builds do not talk. */
function hashOfChunks() {
  const hash = createHash('sha256')
  for (const directory of [bin, `${root}dist/start/`])
    for (const name of readdirSync(directory).sort())
      if (name.endsWith('.js')) hash.update(`${name}\0`).update(readFileSync(directory + name))
  return hash.digest('hex').slice(0, 16)
}

function chunkGroups() {
  const closures = Object.entries(CHUNKS).map(([name, roots]) => [name, closureOf(...roots)])
  // What both need must not make one load the other.
  const isShared = (id) => ['search', 'write'].every((name) => Object.fromEntries(closures)[name].has(id))
  const programs = Object.values(PROGRAMS).map((path) => resolve(root, path))
  const homes = new Map()
  for (const [name, closure] of closures)
    for (const id of closure)
      if (!homes.has(id) && !programs.includes(id))
        homes.set(id, name !== 'base' && isShared(id) ? 'core' : name)
  const homeOf = (id) =>
    id.startsWith('\0') ? 'core' : id.includes('node_modules') ? 'mcp-server' : homes.get(resolve(id))
  return Object.keys(CHUNKS).map((name) => ({
    name,
    test: (id) => homeOf(id) === name,
    includeDependenciesRecursively: false,
  }))
}

async function bundlePrograms() {
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(PROGRAMS).map(([name, path]) => [name, root + path])),
    platform: 'node',
    // Reading a row of texts does nothing: what is not said is left out.
    treeshake: { propertyReadSideEffects: false },
    plugins: [lazyBuiltIns(), linkServer()],
    // The MCP SDK goes into the bundle: installed with its schema library it is 18 MB, of which 1 is used.
    external: (id) => /^(?!@modelcontextprotocol\/|zod(?:\/|$))[^./\0]/.test(id) && !LAZY.includes(id),
    logLevel: 'warn',
    preserveEntrySignatures: 'allow-extension',
  })
  await build.write({
    dir: bin,
    format: 'cjs',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    codeSplitting: {
      groups: chunkGroups(),
    },
  })
  await build.close()
  for (const name of readdirSync(bin))
    if (name.endsWith('.js'))
      writeFileSync(bin + name, importByCall(exportAtOnce(asAscii(readFileSync(bin + name, 'utf8')))))
}

/**
 * One object with all that a chunk exports, instead of a call for each: with the 420 of `core` those take 1.4 ms of every
 * process and 46 KB of the code cache. No chunk is asked before it has run.
 */
function exportAtOnce(code) {
  const statements = parseAst(code).body.flatMap(({ expression, start, end }) => {
    const parts = expression?.type === 'SequenceExpression' ? expression.expressions : [expression ?? {}]
    const exported = parts.map(exportIn)
    return exported.every(Boolean) ? [{ exported, start, end }] : []
  })
  const text = ({ start, end }) => code.slice(start, end)
  const getters = statements
    .flatMap(({ exported }) => exported)
    .map(({ name, value }) => `get ${JSON.stringify(name)}(){return ${text(value)}}`)
  if (getters.length === 0) return code
  const rest = statements.reduceRight((left, { start, end }) => left.slice(0, start) + left.slice(end), code)
  return `${rest};module.exports={${getters.join(',')}};`
}

/** `Object.defineProperty(exports,"name",{enumerable:!0,get:function(){return value}})` or `exports.name=value`. */
function exportIn(node) {
  const isExports = (part) => part.type === 'Identifier' && part.name === 'exports'
  if (node.type === 'AssignmentExpression' && node.left.type === 'MemberExpression')
    return isExports(node.left.object) && !node.left.computed
      ? { name: node.left.property.name, value: node.right }
      : undefined
  if (node.type !== 'CallExpression' || node.arguments.length !== 3 || !isExports(node.arguments[0]))
    return undefined
  const [, { value: name }, { properties = [] }] = node.arguments
  const getter = properties.find(({ key }) => key.name === 'get')
  const value = getter?.value.body.body[0]?.argument
  return typeof name === 'string' && value ? { name, value } : undefined
}

/**
 * What V8's code cache brings back cannot import; `start/` passes a function that can. Worker threads load a chunk as
 * Node does, without the function and without the cache.
 */
function importByCall(code) {
  const calls = (node) => [
    ...(node.type === 'ImportExpression' ? [node.start] : []),
    ...Object.values(node).flatMap((part) => (part !== null && typeof part === 'object' ? calls(part) : [])),
  ]
  return calls(parseAst(code))
    .sort((a, b) => b - a)
    .reduce(
      (text, at) =>
        `${text.slice(0, at)}(typeof importModule>"u"?id=>import(id):importModule)${text.slice(at + 'import'.length)}`,
      code,
    )
}

/** V8 keeps one byte a character then, and a chunk is read without being decoded. The same in every place of a program. */
function asAscii(code) {
  return code
    .replace(/^#!.*\n/, '')
    .replaceAll(/[^\0-\x7f]/g, (unit) => `\\u${unit.charCodeAt(0).toString(16).padStart(4, '0')}`)
}
