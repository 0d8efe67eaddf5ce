// A day's work with `memdir chat`, in a pseudo terminal against a scripted model: a plan, a skill, tasks, two reference
// servers of MCP of which one is killed, a sub-agent with a memory, a hook that denies, an interruption, and going on the
// next morning. Golden: every request, and the log.
import { mkdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { expect, it } from 'vitest'
import type { ReceivedRequest } from '../support/published/provider-server.ts'
import { type ReplyLike, replyWithTools } from '../support/published/reply.ts'
import { changesOf, goldenLog, steadyText } from './golden-requests.ts'
import { hasTerminal, useChat } from './use-chat.ts'

const talk = useChat()
const require = createRequire(import.meta.url)

function write(name: string, text: string): void {
  const path = join(talk.cli.place.project, name)
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, text)
}

/** A reference server, whose process says its id. */
function reference(manifest: string, pid: string, ...args: string[]) {
  const main = join(dirname(manifest), 'dist', 'index.js')
  const line = `echo $$ > '${pid}'; exec '${process.execPath}' '${main}' "$@"`
  return {
    command: 'sh',
    args: ['-c', line, 'sh', ...args],
    env: { MEMORY_FILE_PATH: join(talk.cli.place.root, 'graph.jsonl') },
  }
}

const told = ({ raw }: ReceivedRequest, pattern: RegExp): string => {
  const found = pattern.exec(raw)?.[1]
  if (found === undefined) throw new Error(`nothing like ${pattern} in ${raw}`)
  return found
}

it.runIf(hasTerminal)(
  'a day: plan, skill, tasks, servers, sub-agent, hook, interruption, resume',
  async () => {
    const { project, root } = talk.cli.place
    const pidOf = (name: string) => join(root, `${name}.pid`)
    write('notes.txt', 'The harbour opens at six.\n')
    write(
      '.claude/skills/release/SKILL.md',
      '---\nname: release\ndescription: Makes a release.\n---\nRelease $ARGUMENTS with care.\n',
    )
    write(
      '.claude/agents/reviewer.md',
      '---\nname: reviewer\ndescription: Reviews a change.\ntools: Read, Write\nmemory: project\n---\nYou review.\n',
    )
    const deny = `! grep -q 'rm -rf' || { echo 'nothing is removed here' >&2; exit 2; }`
    const entity = { name: 'harbour', entityType: 'place', observations: ['opens at six'] }
    const script: ((request: ReceivedRequest) => ReplyLike)[] = [
      // The plan.
      (request) =>
        replyWithTools({
          tool: 'Write',
          input: {
            file_path: told(request, /but one file, (\S+plan\.md)/),
            content: '1. Read the notes.\n2. Release.\n',
          },
        }),
      () => 'The plan is written.',
      // The skill, and tasks.
      () =>
        replyWithTools({
          tool: 'Tasks',
          input: {
            tasks: [
              { text: 'The notes are read', status: 'in_progress' },
              { text: 'The release is made', status: 'pending' },
            ],
          },
        }),
      () => 'Two tasks.',
      // Two servers at work.
      () =>
        replyWithTools(
          { tool: 'mcp__files__read_text_file', input: { path: join(realpathSync(project), 'notes.txt') } },
          { tool: 'mcp__graph__create_entities', input: { entities: [entity] } },
        ),
      () => 'It opens at six.',
      // One of them was killed.
      () =>
        replyWithTools(
          { tool: 'mcp__graph__read_graph', input: {} },
          { tool: 'mcp__files__list_directory', input: { path: realpathSync(project) } },
        ),
      () => 'One of the two answers.',
      // The sub-agent writes into its memory.
      () =>
        replyWithTools({
          tool: 'Agent',
          input: { subagent_type: 'reviewer', prompt: 'Review the notes.' },
        }),
      (request) =>
        replyWithTools({
          tool: 'Write',
          input: {
            file_path: join(
              told(request, /`?([^\s`"\\]+agent-memory[^\s`"\\]*reviewer)/),
              'opening-hours.md',
            ),
            content:
              '---\ndescription: When the harbour opens\ntype: project\n---\nThe harbour opens at six.\n',
          },
        }),
      () => 'Reviewed: good.',
      () => 'The review is good.',
      // The hook denies.
      () => replyWithTools({ tool: 'Bash', input: { command: 'rm -rf build' } }),
      () => 'It was not allowed.',
      // Interrupted while it speaks.
      () => ({
        say: [{ text: `I begin. ${'And on it goes, word after word. '.repeat(200)}` }],
        slow: { bytes: 200, pauseMs: 50 },
      }),
      // The next morning.
      () => 'The release is left to do.',
    ]
    let next = 0
    const server = await talk.serve((request) => script[next++]?.(request) ?? 'Nothing more.', {
      mcpServers: {
        files: reference(
          require.resolve('@modelcontextprotocol/server-filesystem/package.json'),
          pidOf('files'),
          realpathSync(project),
        ),
        graph: reference(require.resolve('@modelcontextprotocol/server-memory/package.json'), pidOf('graph')),
      },
      hooks: { PreToolUse: [{ matcher: 'Bash', hooks: [{ type: 'command', command: deny }] }] },
    })
    const { end, said, type } = talk.terminal([
      '--mode',
      'plan',
      '--allowed-tools',
      'mcp__files,mcp__graph,Bash(rm -rf build)',
    ])
    await said('› ')
    type('Plan the release.\n')
    await said('The plan is written.')
    await said('› ')
    type('/mode acceptEdits\n')
    await said('1. Read the notes.')
    await said('should be different')
    type('y\n')
    await said('› ')
    type('/release 1.2\n')
    await said('Two tasks.')
    await said('› ')
    type('When does the harbour open?\n')
    await said('It opens at six.')
    await said('› ')
    process.kill(Number(readFileSync(pidOf('graph'), 'utf8')), 'SIGKILL')
    type('What is in the graph?\n')
    await said('One of the two answers.')
    await said('› ')
    type('Have it reviewed.\n')
    await said('The review is good.')
    await said('› ')
    type('Remove the build.\n')
    await said('It was not allowed.')
    await said('› ')
    type('Tell me everything.\n')
    await said('I begin.')
    type('\u001b')
    await said('› ')
    type('/exit\n')
    expect((await end).code).toBe(0)
    const resumed = await talk.chat(['--continue', '-p', 'What is left?'])
    expect(resumed.out).toBe('The release is left to do.\n')
    expect(next).toBe(script.length)
    const place = steadyText(talk.cli.place)
    // How much was said by then differs.
    const steady = (text: string) =>
      place(text)
        .replace(/I begin\.[\w ,.]*/g, 'I begin. …')
        .replace(/^(OS version|Shell): .*$/gm, '$1: …')
    await expect(steady(changesOf(server.requests))).toMatchFileSnapshot('../golden/day-requests.md')
    const log = talk.sessions().find((path) => path.endsWith('.jsonl'))!
    await expect(steady(goldenLog(readFileSync(log, 'utf8')))).toMatchFileSnapshot('../golden/day-log.md')
  },
)
