// Compiles src/ to dist/ (the library, with types), then bundles the command line to dist/bin/: loading forty small
// modules costs more than a bare Node start, two or three files do not (docs/decisions/bundled-command.md).
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename, dirname, resolve } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What is started by its file name. */
const ENTRIES = {
  memdir: 'dist/cli/main.js',
  hook: 'dist/adapters/hook-main.js',
  'mcp-server': 'dist/mcp/mcp-main.js',
  'encode-worker': 'dist/embed/encode-worker.js',
}

compile()
copyKernels()
await bundle()

function compile() {
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc')
  // The incremental state says "nothing to do" even when the output was deleted: start clean then.
  if (!existsSync(`${root}dist/cli/main.js`)) rmSync(`${root}dist`, { recursive: true, force: true })
  const args = [tsc, '-p', `${root}tsconfig.build.json`]
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

async function bundle() {
  const { rolldown } = await import('rolldown')
  const core = closureOf('engine/engine.js', 'settings/choose-language.js')
  const search = closureOf('search/memory-search.js', 'recall/recall.js')
  const verify = closureOf('recall/verify.js')
  const write = closureOf('memory/store-changes.js', 'memory/commit-writes.js')
  const build = await rolldown({
    input: Object.fromEntries(Object.entries(ENTRIES).map(([name, path]) => [name, root + path])),
    platform: 'node',
    // The MCP SDK goes into the bundle: installed with its schema library it is 18 MB, of which 1 is used.
    external: [/^node:/, /^(?!@modelcontextprotocol\/|zod(?:\/|$))[^./]/],
    logLevel: 'warn',
    preserveEntrySignatures: 'allow-extension',
  })
  await build.write({
    dir: `${root}dist/bin`,
    format: 'esm',
    minify: true,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    codeSplitting: {
      groups: [
        // What every command and every hook loads.
        { name: 'core', test: (id) => core.has(resolve(id)), includeDependenciesRecursively: false },
        { name: 'write', test: (id) => write.has(resolve(id)), includeDependenciesRecursively: false },
        // What every write asks, by whichever door.
        {
          name: 'judge',
          test: /dist[\\/](?:records[\\/](?:judge-|find-instructions|instruction-patterns)|messages[\\/]origin)/,
          includeDependenciesRecursively: false,
        },
        { name: 'secret-rules', test: /dist[\\/]secrets[\\/]/, includeDependenciesRecursively: false },
        {
          name: 'embed',
          test: /dist[\\/](?:embed[\\/](?:encoder|encoder-kernel|model-layout|model-path|model-spec|vocabulary|windows|word-piece|languages|plan-embedding|local-embedder|create-embedders)|messages[\\/]embedding)\./,
          includeDependenciesRecursively: false,
        },
        // What every hook loads, and the MCP server too.
        {
          name: 'clients',
          test: /dist[\\/](?:clients[\\/](?!start-text|prove-reported)[\w-]+\.js|worker[\\/]spool|transcript[\\/]typed-text)/,
          includeDependenciesRecursively: false,
        },
        {
          name: 'memory-tools',
          test: /dist[\\/]clients[\\/]tools[\\/](?!memory-action-tool)/,
          includeDependenciesRecursively: false,
        },
        { name: 'search', test: (id) => search.has(resolve(id)), includeDependenciesRecursively: false },
        // What a prompt needs besides where a memory names something of the working tree.
        { name: 'verify', test: (id) => verify.has(resolve(id)), includeDependenciesRecursively: false },
        {
          name: 'tools',
          // Starting processes is for them: no other command loads it.
          test: /dist[\\/](?:tools[\\/]|lib[\\/](?:run-process|run-private-git|git-status))/,
          includeDependenciesRecursively: false,
        },
        // What a message that mentions an agent needs of them.
        {
          name: 'agents',
          test: /dist[\\/](?:engine[\\/]agent-memories|agent[\\/]agents[\\/](?:agent-definition|agent-files|built-in-agents))\.js/,
          includeDependenciesRecursively: false,
        },
        {
          name: 'runtime',
          test: /dist[\\/](?:engine[\\/](?:conversation-|examine-trust|find-hooks|memory-hooks|open-conversation|plan-conversation|shell-environment)|clients[\\/]tools[\\/]memory-action-tool|(?:agent|models|spend|hooks|instructions|transcript)[\\/]|messages[\\/](?:models|spend|conversation|definitions)\.)/,
          includeDependenciesRecursively: false,
        },
        {
          name: 'cli',
          test: /dist[\\/](?:messages[\\/](?:files|clock|usage|\w+-commands)|cli[\\/](?:arguments|command|command-context|error-line|describe-memory|filter-options|language|output|registry|saved))\.js/,
        },
      ],
    },
  })
  await build.close()
  removeFacades(`${root}dist/bin/`)
  chmodSync(`${root}dist/bin/memdir.js`, 0o755)
}

/**
 * A module that is imported dynamically and is in a chunk of several gets a file that only passes its exports on:
 * a millisecond each, on every prompt. The chunk itself is imported instead.
 */
function removeFacades(directory) {
  const files = readdirSync(directory).filter((name) => name.endsWith('.js'))
  const texts = new Map(files.map((name) => [name, readFileSync(directory + name, 'utf8')]))
  const facades = new Map()
  for (const [name, text] of texts) {
    const found = /^export\{([^{}]+)\}from"(\.\/[\w-]+\.js)";\s*$/.exec(text)
    if (!found || name.slice(0, -3) in ENTRIES) continue
    const names = found[1].split(',').map((one) => one.split(' as '))
    const members = names.map(([inside, outside = inside]) => `${outside}:e.${inside}`)
    facades.set(name, `import("${found[2]}").then(e=>({${members.join(',')}}))`)
  }
  for (const [name, text] of texts) {
    if (facades.has(name)) rmSync(directory + name)
    else
      writeFileSync(
        directory + name,
        text.replaceAll(
          /import\((["'`])\.\/([\w-]+\.js)\1\)/g,
          (whole, _, target) => facades.get(target) ?? whole,
        ),
      )
  }
}
