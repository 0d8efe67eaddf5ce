// The page on the library, as Markdown.

const KINDS = [
  ['function', 'Functions'],
  ['class', 'Classes'],
  ['constant', 'Constants'],
  ['type', 'Types'],
]

const ABOUT = {
  memdir: 'The engine. `openEngine` is the way in; everything else is what its methods take and return.',
  'memdir/testing': 'For tests: a model that replays, temporary homes, contract suites.',
  'memdir/agent': 'The agent runtime: loop, forks, models, tools, hooks, logs.',
  'memdir/anthropic': "Handlers for Anthropic's memory tool.",
  'memdir/ai-sdk': 'Middleware and tools for the AI SDK.',
  'memdir/claude-agent-sdk': 'Callbacks for the Claude Agent SDK.',
  'memdir/context': 'Keeps the messages of an agent of your own within the window.',
  'memdir/openai': 'Functions for OpenAI’s and compatible clients.',
}

const EXAMPLE = `\`\`\`ts
import { openEngine } from 'memdir'

const engine = openEngine({ directory: process.cwd(), env: process.env })
const by = { actor: 'my-agent', conversation: 'c1' }
await engine.register()
await (await engine.records()).add({ content: 'Integration tests use a real database.' }, by)
const { text } = await engine.recall({ prompt: 'How do we test?', conversation: 'c1' })
await engine.close()
\`\`\``

export function libraryPage(library) {
  return [
    '# The library',
    'Every export of every sub-path, with its declaration. This page is made from the types (`node scripts/library-page.mjs`), and `npm run check` fails where it is out of date or where a declaration names a type that cannot be imported.',
    EXAMPLE,
    ...library.flatMap(section),
    '',
  ]
    .join('\n\n')
    .trimEnd()
    .concat('\n')
}

function section({ path, exports }) {
  const kinds = KINDS.map(([kind, title]) => ({ title, found: exports.filter((one) => one.kind === kind) }))
  return [
    `## \`${path}\``,
    ABOUT[path] ?? '',
    ...kinds
      .filter(({ found }) => found.length > 0)
      .flatMap(({ title, found }) => [`### ${title}`, ...found.map(entry)]),
  ].filter(Boolean)
}

function entry({ name, text, doc }) {
  const heading = `**${name}**${doc ? `: ${doc.replace(/\s+/g, ' ').trim()}` : ''}`
  return `${heading}\n\n\`\`\`ts\n${text}\n\`\`\``
}
