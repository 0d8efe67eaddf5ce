// The rooms are the architecture (ARCHITECTURE.md): a room sees the rooms above it, through their doors, and no others.
// A door is what stands directly in a room's folder. `base/` is a shelf: each of its subfolders is a door.
const rooms = ['base', 'memory', 'models', 'search', 'learn', 'agent', 'connect', 'team', 'page', 'cli']
const anyOf = (names) => `^src/(${names.join('|')})/`
/** Started by their names (package.json, the build): of them only the direction counts. */
const ENTRIES = '^src/(agent/sdk|connect/sdk|cli/commands)/'

const direction = rooms.map((room, i) => ({
  name: `${room}-sees-only-rooms-above`,
  severity: 'error',
  from: { path: `^src/${room}/`, pathNot: '\\.test\\.ts$' },
  to: { path: '^src/', pathNot: anyOf(rooms.slice(0, i + 1)) },
}))

/** Nobody imports past a door; `base/` is a shelf. */
const doors = {
  name: 'only-through-the-door',
  severity: 'error',
  from: { path: '^src/([^/]+)', pathNot: '\\.test\\.ts$' },
  to: {
    path: `${anyOf(rooms.filter((room) => room !== 'base'))}.+/`,
    pathNot: ['^src/$1/', ENTRIES],
  },
}

module.exports = {
  forbidden: [
    ...direction,
    doors,
    {
      name: 'no-test-in-product',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
      to: { path: '^test/' },
    },
    {
      name: 'published-support-stands-alone',
      comment: '`memdir/testing` is built of it',
      severity: 'error',
      from: { path: '^test/support/published/' },
      to: { path: '^test/', pathNot: '^test/support/published/' },
    },
    { name: 'no-circular', severity: 'error', from: {}, to: { circular: true } },
    { name: 'no-unresolvable', severity: 'error', from: {}, to: { couldNotResolve: true } },
    {
      name: 'no-dev-dependency-in-product',
      comment:
        'the model SDKs are optional peers, installed here for the contract suite; the MCP SDK is bundled',
      severity: 'error',
      from: { path: '^src/', pathNot: '\\.test\\.ts$' },
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
