// Compiles src/ to dist/ (the library, with types), then bundles the command line to dist/bin/: loading forty small
// modules costs more than a bare Node start, two or three files do not (docs/decisions/bundled-command.md).
import { spawnSync } from 'node:child_process'
import { chmodSync, cpSync, existsSync, readdirSync, rmSync } from 'node:fs'
import { createRequire } from 'node:module'
import { basename } from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('..', import.meta.url))

/** What every command and every hook loads: one pattern of paths below dist/ a line. */
const CORE = [
  'lib/(?!run-process|run-private-git|git-status|json-schema)',
  '(?:memory|settings|projects)/(?!describe-offer)',
  'messages/(?:message|trust|writing|directory|paths|search|input|store|changes|frontmatter|locations|settings|io)\\.js',
  'engine/(?:engine|create-context|lazy-search|memory-prompt|note-shown)\\.js',
  'engine/(?:open-project-store|find-project|recall-for|request-work|search-memories)\\.js',
  'agent-memory/',
  'secrets/(?:load|join-pieces)',
  'worker/(?:job-log|start-once)',
  'recall/(?:shown-record|inert-text|answer-similarity)',
]

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

/** WebAssembly kernels and word lists lie beside their loaders, in the library and in the bundle. */
function copyKernels() {
  rmSync(`${root}dist/bin`, { recursive: true, force: true })
  for (const file of readdirSync(`${root}src`, { recursive: true }).map(String)) {
    if (!/\.(wasm|txt)$/.test(file)) continue
    cpSync(`${root}src/${file}`, `${root}dist/${file}`)
    cpSync(`${root}src/${file}`, `${root}dist/bin/${basename(file)}`)
  }
}

function modules(patterns) {
  return new RegExp(`dist/(?:${patterns.join('|')})`.replaceAll('/', '[\\\\/]'))
}

async function bundle() {
  const { rolldown } = await import('rolldown')
  const build = await rolldown({
    input: {
      memdir: `${root}dist/cli/main.js`,
      hook: `${root}dist/adapters/hook-main.js`,
      'mcp-server': `${root}dist/mcp/mcp-main.js`,
      // The worker is started by its file name: it needs a file of its own.
      'encode-worker': `${root}dist/embed/encode-worker.js`,
    },
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
        {
          name: 'core',
          test: modules(CORE),
          includeDependenciesRecursively: false,
        },
        // What every write asks, by whichever door.
        {
          name: 'judge',
          test: /dist[\\/](?:records[\\/](?:judge-|find-instructions|instruction-patterns)|messages[\\/]origin)/,
          includeDependenciesRecursively: false,
        },
        { name: 'secret-rules', test: /dist[\\/]secrets[\\/]/, includeDependenciesRecursively: false },
        {
          name: 'embed',
          test: /dist[\\/]embed[\\/](encoder|kernel|model-layout|model-path|model-spec|vocabulary|windows|word-piece|languages|plan-embedding|local-embedder|create-embedders)\./,
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
        { name: 'search', test: /dist[\\/](?:search|recall)[\\/]/, includeDependenciesRecursively: false },
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
          test: /dist[\\/](?:messages[\\/](?:files|clock|usage|commands)|cli[\\/](?:arguments|command|context|error-line|describe-memory|filter-options|language|output|registry|saved))\.js/,
        },
      ],
    },
  })
  await build.close()
  chmodSync(`${root}dist/bin/memdir.js`, 0o755)
}
