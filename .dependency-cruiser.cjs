// The folders are the architecture: a folder imports only from rows above its own (ARCHITECTURE.md).
const rows = [
  ['messages'],
  ['lib'],
  ['settings', 'secrets', 'transcript', 'models', 'embed', 'projects'],
  ['memory', 'spend'],
  ['search', 'tools', 'instructions', 'hooks', 'worker'],
  ['agent', 'sameness'],
  ['records', 'transfer', 'recall', 'extract', 'notes', 'dream', 'agent-memory', 'compact', 'team'],
  ['clients', 'http', 'evaluate'],
]
const faces = ['cli', 'mcp', 'adapters', 'start', 'server', 'page']
const anyOf = (names) => `^src/(${names.join('|')})/`

const downward = rows.flatMap((row, i) =>
  row.map((folder) => ({
    name: `${folder}-imports-only-rows-above`,
    severity: 'error',
    from: { path: `^src/${folder}/` },
    to: {
      path: '^src/',
      pathNot: [`^src/${folder}/`, ...(i > 0 ? [anyOf(rows.slice(0, i).flat())] : [])],
    },
  })),
)

module.exports = {
  forbidden: [
    ...downward.map((rule) => ({
      ...rule,
      from: { ...rule.from, pathNot: '\\.test\\.ts$' },
    })),
    {
      name: 'faces-stand-alone',
      comment: 'a face uses the engine and what is above it, never another face',
      severity: 'error',
      from: { path: `^src/(${faces.join('|')})/`, pathNot: '\\.test\\.ts$' },
      to: { path: `^src/(${faces.join('|')})/`, pathNot: '^src/$1/' },
    },
    {
      name: 'nobody-imports-faces',
      severity: 'error',
      from: { path: '^src/', pathNot: [anyOf(faces), '\\.test\\.ts$'] },
      to: { path: anyOf(faces) },
    },
    {
      name: 'engine-wires-alone',
      comment: 'only faces and the package entry import the engine',
      severity: 'error',
      from: { path: anyOf(rows.flat()), pathNot: '\\.test\\.ts$' },
      to: { path: '^src/engine/' },
    },
    {
      name: 'no-testing-in-product',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/testing/', '\\.test\\.ts$'] },
      to: { path: '^src/testing/' },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-dev-dependency-in-product',
      comment:
        'the model SDKs are optional peers, installed here for the contract suite; the MCP SDK is bundled',
      severity: 'error',
      from: { path: '^src/', pathNot: ['^src/testing/', '\\.test\\.ts$'] },
      to: {
        dependencyTypes: ['npm-dev'],
        pathNot: '@types/|node_modules/(@anthropic-ai/sdk|openai|ollama|@modelcontextprotocol)/',
      },
    },
  ],
  options: {
    tsConfig: { fileName: 'tsconfig.json' },
    tsPreCompilationDeps: true,
    doNotFollow: { path: 'node_modules' },
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
    },
  },
}
