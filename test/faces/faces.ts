// Every face by which a text reaches an agent or a model, as one table: what makes it, how it quotes, and what it says
// of a hostile text that is put in wherever others can write. `test/faces.test.ts` walks it, and fails for a source file
// that makes such a text and is not named here.
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { agentListing } from '../../src/agent/agents/agent-listing.ts'
import { createAgentTool } from '../../src/agent/agents/agent-tool.ts'
import { applyCommits } from '../../src/agent/compact/apply-commits.ts'
import { compacted } from '../../src/agent/compact/compacted.ts'
import { DEFAULT_SETTINGS } from '../../src/agent/compact/context-settings.ts'
import { NEW_STATE } from '../../src/agent/compact/context-state.ts'
import { compact } from '../../src/agent/compact/library/compact-messages.ts'
import { renderMessages } from '../../src/agent/compact/render-messages.ts'
import { retrieve } from '../../src/agent/compact/retrieve.ts'
import { spanTask, summaryTask } from '../../src/agent/compact/summary-task.ts'
import { instructionsMessage, reachedMessage } from '../../src/agent/instructions/instructions-message.ts'
import { environmentSection, outputStyleSection } from '../../src/agent/loop/default-sections.ts'
import { deferredListing } from '../../src/agent/mcp-client/deferred-tools.ts'
import { createMcpTool } from '../../src/agent/mcp-client/mcp-tool.ts'
import { resultText } from '../../src/agent/mcp-client/result-text.ts'
import { episodeLine, hitLine } from '../../src/agent/memory-tools/describe-hits.ts'
import { skillListing } from '../../src/agent/skills/skill-listing.ts'
import { skillText } from '../../src/agent/skills/skill-text.ts'
import { createReadState } from '../../src/agent/tools/read-state.ts'
import { own } from '../../src/base/text/agent-text.ts'
import { asReminder, inertText, inertValues } from '../../src/base/text/inert-text.ts'
import { NO_USAGE } from '../../src/base/values/usage.ts'
import { withPiped } from '../../src/cli/chat/piped-input.ts'
import { compactionText } from '../../src/connect/events/compaction-text.ts'
import { hookOutput } from '../../src/connect/events/hook-output.ts'
import { besideText, startText } from '../../src/connect/events/start-text.ts'
import { promptText } from '../../src/connect/mcp/prompts.ts'
import { openContext } from '../../src/connect/open-context.ts'
import { numberedLines } from '../../src/connect/sdk/edit-text.ts'
import { dreamTask } from '../../src/learn/dream/dream-prompt.ts'
import { extractionText, forkTask } from '../../src/learn/extract/extraction-prompt.ts'
import { candidatesText } from '../../src/learn/extract/judge-candidates.ts'
import { judgeRequest } from '../../src/learn/extract/judge-update.ts'
import { handoffText, quotedNotes } from '../../src/learn/notes/handoff.ts'
import { notesTask } from '../../src/learn/notes/notes-by-model.ts'
import { notesByRules } from '../../src/learn/notes/notes-of-log.ts'
import { DEFAULT_TEMPLATE } from '../../src/learn/notes/notes-template.ts'
import { DEFAULT_PROMPT, updateTask } from '../../src/learn/notes/update-task.ts'
import type { Memory } from '../../src/memory/memory.ts'
import { parseMemory } from '../../src/memory/memory-file.ts'
import { inject } from '../../src/memory/records/inject.ts'
import { textOf } from '../../src/models/content.ts'
import { tellAtCall } from '../../src/search/act/tell-at-call.ts'
import {
  attachMemory,
  openedNote,
  quotedIndex,
  renderEnvelope,
  renderIndex,
} from '../../src/search/envelope.ts'
import { attachEpisode } from '../../src/search/recall/attach-episode.ts'
import { selectorMessage } from '../../src/search/selector.ts'
import { conversationOf, writeClaudeLog } from './conversation-of.ts'

export interface Face {
  /** Below `src/`. */
  readonly of: readonly string[]
  /** `prose`: nothing in it is markup. `letters`: needed to the letter, or of somebody whose word counts. */
  readonly strength: 'prose' | 'letters'
  /** How a line with words of others begins; left out where they stand in a block of their own. */
  readonly quote?: RegExp
  /** Our own blocks in it. */
  readonly tags?: readonly string[]
  /** Our envelope is around it. */
  readonly wrapped?: true
  make(text: string, place: { directory: string }): string | Promise<string>
}

const NOW = new Date('2026-11-18T12:00:00Z')
const asIs = (text: string) => ({ text })

function memoryOf(text: string): Memory {
  const parsed = parseMemory(Buffer.from(text), { file: 'x.md', modified: NOW })
  const source = { origin: 'tool' as const, conversation: text }
  const file = `${text.replaceAll('\n', ' ').slice(0, 200)}.md`
  return { ...parsed, file, id: 'abcd', name: text, description: text, content: text, tags: [text], source }
}

const hitOf = (text: string) => ({
  ...{ memory: memoryOf(text), similarity: 0.7, why: { matchedTerms: [text] } },
  place: { kind: 'kept' as const, directory: '/m', state: '/s', isBeside: true, title: text },
})

function notesOf(text: string): string {
  return notesByRules(conversationOf(text), { template: DEFAULT_TEMPLATE, redact: asIs }) ?? ''
}

async function compactionOf(
  kind: 'before-compact' | 'start',
  text: string,
  { directory }: { directory: string },
): Promise<string> {
  const transcript = join(directory, 'log.jsonl')
  const summary = { type: 'user', isCompactSummary: true, uuid: 'sum', parentUuid: null, sessionId: 's1' }
  const said = { timestamp: NOW.toISOString(), message: { role: 'user', content: 'A summary.' } }
  writeClaudeLog(transcript, conversationOf(text), kind === 'start' ? [{ ...summary, ...said }] : [])
  return compactionText(
    { transcript, agent: 'claude-code', kind },
    { characters: 100_000, raw: '', state: directory },
  )
}

function ownCompaction(text: string): string {
  const messages = conversationOf(text)
  const filler = { ...messages[0]!, id: 'big', role: 'assistant' as const }
  const history = [
    ...messages,
    { ...filler, content: [{ type: 'text' as const, text: 'y '.repeat(20_000) }] },
  ]
  const input = { messages: history, state: NEW_STATE, settings: DEFAULT_SETTINGS, now: NOW.getTime() }
  const done = compacted(input, history, {
    ...{ level: 'full', reason: 'threshold', dropped: history, tail: [], summary: `# State\n${text}` },
    restored: {
      files: [{ path: text, text, cut: true, changed: true }],
      skills: [{ name: text, text, cut: false }],
      plan: text,
    },
  })
  if (done.status !== 'compacted') throw new Error('nothing was compacted')
  return textOf(done.messages[0]!)
}

/** The words of a call are the agent's, or of a page that it copied. */
async function toldAtCall(text: string, { directory }: { directory: string }): Promise<string> {
  const context = openContext({ directory, env: { HOME: directory, MEMDIR_HOME: join(directory, 'home') } })
  const memory = memoryOf(text)
  const call = { tool: 'Bash', input: { command: `npm install ${JSON.stringify(text)}` } }
  const triggered = { memory, on: [{ run: '*' }], held: false }
  return (await tellAtCall(context, call, async () => [triggered])).text
}

async function summariserPrompt(text: string): Promise<string> {
  let asked = ''
  const messages = [
    { role: 'user', content: 'Look at it.' },
    { role: 'assistant', content: text },
    { role: 'user', content: text },
    { role: 'assistant', content: 'Done.' },
  ]
  const summarise = async (prompt: string) => {
    asked = prompt
    return ''
  }
  await compact(messages, { force: true, summarise })
  return asked
}

async function injected(text: string): Promise<string> {
  const settings = { enabled: true, maxMemories: 5, threshold: 0, budgetRatio: 1 }
  const search = async () => [{ memory: memoryOf(text) }]
  const redact = async (one: string) => one
  const isLeftAside = () => false
  const asked = [{ role: 'user', content: 'what about kestrels' }]
  const { messages } = await inject({ search, redact, isLeftAside, settings, now: NOW }, asked, 1_000_000)
  return String(messages[0]!.content)
}

async function backgroundReport(text: string): Promise<string> {
  const agent = { name: text, description: text, prompt: 'x', source: 'user' as const, background: true }
  return new Promise((done) => {
    const tool = createAgentTool({
      agents: () => [agent],
      run: async () => ({ text, usage: NO_USAGE, requests: 1 }),
      notify: done,
    })
    const context = { cwd: '/', signal: new AbortController().signal, readState: createReadState() }
    void tool.run({ subagent_type: text, name: text, prompt: 'go' }, context)
  })
}

const toolCalled = (text: string) =>
  createMcpTool(
    text,
    { name: text, description: text, inputSchema: { type: 'object' }, readOnly: true },
    () => {
      throw new Error('not called')
    },
  )

const QUOTED = /^> /
const LISTED = /^- /
const HOOK = { kind: 'prompt', agent: 'codex', name: 'UserPromptSubmit' } as never

export const FACES: Readonly<Record<string, Face>> = {
  'recalled memories, with a prompt': {
    of: [
      'search/envelope.ts',
      'search/recall/cut-memory.ts',
      'search/recall/weak-line.ts',
      'search/verification.ts',
      'search/recall.ts',
      'connect/events/answer-event.ts',
    ],
    ...{ strength: 'prose', quote: /^(?:> |Memory|\(|\[cut here: |Also found)/, wrapped: true },
    make(text) {
      const verification = { exists: [text], gone: [text], unnamed: [text] }
      const one = attachMemory({ memory: memoryOf(text), path: `/m/${text}`, now: NOW, verification })
      const rest = { ...one, body: inertText('> x'.repeat(6_000)) }
      return renderEnvelope([one, rest], { budget: 15_000 }).text
    },
  },
  'an episode': {
    of: ['search/recall/attach-episode.ts'],
    ...{ strength: 'prose', quote: QUOTED },
    make: (text) => attachEpisode(memoryOf(text)).body,
  },
  'a memory that the agent has opened': {
    of: [],
    strength: 'prose',
    make: (text) => openedNote(memoryOf(text), `/m/${text}`, NOW),
  },
  'the index at the start': {
    of: ['connect/events/start-text.ts'],
    ...{ strength: 'prose', quote: /^(?:> |This project)/, wrapped: true },
    make: (text) => startText({ index: { text } as never, directory: `/m/${text}`, budget: 90_000 }),
  },
  'the index of all projects': {
    of: ['memory/places.ts'],
    ...{ strength: 'prose', quote: /^(?:> |The user has)/, wrapped: true },
    make: (text) =>
      besideText(
        { text, place: { kind: 'everywhere', directory: `/m/${text}`, isBeside: true } } as never,
        90_000,
      ),
  },
  'a rule told at a call': {
    of: ['search/act/tell-at-call.ts'],
    ...{ strength: 'prose', quote: /^(?:> |A remembered rule about)/, wrapped: true },
    make: toldAtCall,
  },
  'the index as a resource': {
    of: ['connect/mcp/resources.ts'],
    ...{ strength: 'prose', quote: QUOTED, wrapped: true },
    make: (text) => renderIndex(text),
  },
  'the index as a command and for sub-agents': {
    of: ['cli/commands/index-command.ts', 'agent/conversation/conversation-agent-memory.ts'],
    ...{ strength: 'prose', quote: QUOTED },
    make: (text) => quotedIndex(text),
  },
  'before a compaction of another agent': {
    of: [
      'connect/events/compaction-text.ts',
      'agent/surviving-text.ts',
      'agent/compact/must-survive.ts',
      'agent/compact/restoration.ts',
    ],
    ...{ strength: 'prose', quote: QUOTED },
    make: (text, place) => compactionOf('before-compact', text, place),
  },
  'after a compaction of another agent': {
    of: [],
    ...{ strength: 'prose', quote: QUOTED },
    make: (text, place) => compactionOf('start', text, place),
  },
  'notes, read by an agent': {
    of: ['learn/notes/handoff.ts', 'learn/notes-of-conversations.ts', 'cli/commands/notes.ts'],
    ...{ strength: 'prose', quote: QUOTED },
    make: (text) => quotedNotes(notesOf(text)),
  },
  'notes that somebody else wrote': {
    of: [],
    ...{ strength: 'prose', quote: /^(?:> |# |_)/ },
    make: (text) => quotedNotes(`# ${text}\n_${text}_\n${text}\n\n# Current State\n${text}`),
  },
  'notes, handed over': {
    of: [],
    ...{ strength: 'prose', quote: /^(?:> |# Handed over|Conversation )/ },
    make: (text) =>
      handoffText({
        agent: text,
        conversation: text,
        project: text,
        time: text,
        notes: notesOf(text),
        tokens: 90_000,
      }),
  },
  'what an own compaction puts in the place of messages': {
    of: ['agent/compact/compacted.ts'],
    ...{ strength: 'letters', tags: ['restored'] },
    make: (text) => ownCompaction(text),
  },
  'the summary of a collapsed part': {
    of: ['agent/compact/apply-commits.ts'],
    strength: 'letters',
    make(text) {
      const messages = conversationOf(text)
      const commit = { receipt: 'c1', first: 'm0', last: messages.at(-1)!.id, summary: text, tokens: 9 }
      return textOf(applyCommits(messages, [commit])[0]!)
    },
  },
  'replaced messages, asked for again': {
    of: ['agent/compact/retrieve.ts'],
    strength: 'letters',
    async make(text) {
      const messages = conversationOf(text)
      const receipt = { id: 'c1', messages: messages.map(({ id }) => id) } as never
      const results = { id: 'c2', messages: messages.map(({ id }) => id), results: ['t0', 't1'] } as never
      const retrieval = { receipts: [receipt, results], originals: async () => messages }
      return [await retrieve(retrieval, 'c1'), await retrieve(retrieval, 'c2')].join('\n')
    },
  },
  'the task of a summariser': {
    of: ['agent/compact/summary-task.ts', 'agent/compact/summarise.ts', 'agent/compact/render-messages.ts'],
    strength: 'letters',
    make: (text) => summaryTask({ tokens: 9, instructions: text, mustKeep: [text] }),
  },
  'the task of a summariser of a part': {
    of: [],
    ...{ strength: 'letters', tags: ['part'] },
    make: (text) => spanTask(9, renderMessages(conversationOf(text))),
  },
  'the task of a summariser of others': {
    of: ['agent/compact/library/compact-messages.ts'],
    ...{ strength: 'letters', tags: ['conversation'] },
    make: (text) => summariserPrompt(text),
  },
  'extraction by a model': {
    of: ['learn/extract/extraction-prompt.ts', 'learn/extract/structured-extractor.ts'],
    ...{ strength: 'letters', quote: /^(?: {2}\| |- )/, tags: ['memories', 'earlier', 'conversation'] },
    make(text) {
      const said = { id: 'a', role: 'user' as const, text, time: NOW.toISOString() }
      const manifest = () => [{ id: 'b', name: text, description: text, type: text }]
      const { signal } = new AbortController()
      return extractionText({
        conversation: 'c',
        messages: [said],
        before: [said],
        manifest,
        now: NOW,
        signal,
      }).text
    },
  },
  'extraction by a fork': {
    of: ['learn/fork-extractor.ts', 'agent/conversation/memory-fork.ts'],
    ...{ strength: 'letters', quote: /^(?:- |Save each)/ },
    make: (text) =>
      forkTask({ messages: 2, directory: text, manifest: [{ id: 'b', name: text, type: text }] }),
  },
  'what judges an update': {
    of: ['learn/extract/judge-update.ts'],
    ...{ strength: 'letters', quote: /^ {2}\| / },
    make: (text) => judgeRequest({ content: text, time: 'x' }, [{ id: 'a', content: text, time: 'x' }]),
  },
  'what judges candidates': {
    of: ['learn/extract/judge-candidates.ts'],
    ...{ strength: 'letters', quote: /^(?:c1: |Today is )/ },
    make(text) {
      const proposal = { content: text, quote: `${text} so` }
      return candidatesText([{ id: 'c1', proposal, said: [] } as never], new Date(0))
    },
  },
  'a dream': {
    of: ['learn/dream/dream-prompt.ts', 'learn/dream/plan-by-model.ts', 'agent/reading-fork.ts'],
    ...{ strength: 'letters', quote: /^(?:\[1\.1\] |Memory 1: |- |Today is )/, tags: ['memories'] },
    make(text) {
      const memory = memoryOf(text)
      const statement = { text, isHeading: false } as never
      const memories = [
        { number: '1', isNew: true, statements: [{ number: '1.1', memory, at: 0, statement }] },
      ]
      return dreamTask({ directory: text, transcripts: text, conversations: [text], today: text, memories })
    },
  },
  'the selector': {
    of: ['search/selector.ts', 'search/ask-selector.ts'],
    strength: 'letters',
    make: (text) =>
      selectorMessage({ message: text, candidates: [memoryOf(text)], limit: 5, recentTools: [text] }),
  },
  'notes by a model': {
    of: ['learn/notes/notes-by-model.ts'],
    ...{ strength: 'letters', tags: ['notes', 'conversation'] },
    make: (text) =>
      notesTask({
        template: DEFAULT_TEMPLATE,
        notes: notesOf(text),
        messages: conversationOf(text),
        redact: asIs,
      }),
  },
  'notes by a fork': {
    of: ['learn/notes/update-task.ts', 'learn/session-notes.ts', 'agent/conversation/notes-fork.ts'],
    ...{ strength: 'letters', tags: ['current_notes'] },
    make: (text) =>
      updateTask({ prompt: DEFAULT_PROMPT, notes: `# ${text}\n${text}`, path: text, date: text }),
  },
  'the first message': {
    of: ['agent/instructions/instructions-message.ts', 'agent/conversation/conversation-prompt.ts'],
    ...{ strength: 'letters', wrapped: true },
    make(text) {
      const file = {
        path: text,
        parent: text,
        content: text,
        memoryType: 'Project',
        reason: 'start',
      } as never
      const sections = [{ heading: own`MEMORY.md`, content: quotedIndex(text) }]
      return instructionsMessage({ files: [file], sections, date: text })
    },
  },
  'instructions that are reached': {
    of: [],
    ...{ strength: 'letters', wrapped: true },
    make: (text) =>
      reachedMessage([{ path: text, content: text, memoryType: 'Project', reason: 'start' } as never]),
  },
  'what a hook or an attachment says': {
    of: [
      'agent/loop/reminder.ts',
      'agent/loop/query-engine.ts',
      'agent/loop/hook-judges.ts',
      'search/attached-record.ts',
      'connect/sdk/attached-messages.ts',
      'connect/sdk/ai-sdk.ts',
    ],
    ...{ strength: 'letters', wrapped: true },
    make: (text) => asReminder(text),
  },
  'the environment': {
    of: ['agent/loop/default-sections.ts'],
    strength: 'letters',
    make: async (text) =>
      [
        await environmentSection({
          ...{ cwd: text, platform: 'linux', osVersion: text, shell: '/bin/sh', model: text },
        }).compute(),
        await outputStyleSection(text, text).compute(),
      ].join('\n'),
  },
  'the agents that can be called': {
    of: ['agent/agents/agent-listing.ts', 'agent/conversation/plan-conversation.ts'],
    ...{ strength: 'prose', quote: LISTED },
    make: (text) =>
      agentListing([
        {
          name: text,
          description: text,
          prompt: '',
          source: 'project',
          tools: [{ name: text, readOnly: false }],
        },
      ]),
  },
  'the skills that can be called': {
    of: ['agent/skills/skill-listing.ts'],
    ...{ strength: 'prose', quote: LISTED },
    make: (text) => skillListing([{ name: text, description: text, forModel: true }]) ?? '',
  },
  'the text of a skill': {
    of: [
      'agent/skills/skill-text.ts',
      'agent/skills/skill-tool.ts',
      'agent/conversation/conversation-skills.ts',
    ],
    strength: 'letters',
    make(text, { directory }) {
      const path = join(directory, 'SKILL.md')
      writeFileSync(path, text)
      const skill = {
        name: text,
        description: text,
        path,
        source: 'user',
        forModel: true,
        forUser: true,
      } as const
      return skillText(skill, text) ?? ''
    },
  },
  'what a background agent reports': {
    of: ['agent/agents/agent-tool.ts', 'agent/agents/run-agent.ts', 'agent/agents/delegation.ts'],
    ...{ strength: 'prose', quote: /^(?:> |The background agent)/ },
    make: (text) => backgroundReport(text),
  },
  'tools of servers that can be loaded': {
    of: ['agent/mcp-client/deferred-tools.ts', 'agent/mcp-client/open-servers.ts'],
    strength: 'prose',
    make: (text) => deferredListing([toolCalled(text)]),
  },
  'a tool of a server': {
    of: ['agent/mcp-client/mcp-tool.ts'],
    strength: 'letters',
    make: (text) => toolCalled(text).description,
  },
  'what a server answers': {
    of: ['agent/mcp-client/result-text.ts'],
    strength: 'letters',
    make: (text) =>
      resultText({
        content: [{ type: 'text', text }, { type: text }, { type: 'resource_link', name: text }],
      }),
  },
  'what is piped into a conversation': {
    of: ['cli/chat/piped-input.ts'],
    ...{ strength: 'letters', tags: ['stdin'] },
    make: (text) => withPiped('What is this?', text),
  },
  'lines of search, list and explain': {
    of: ['agent/memory-tools/describe-hits.ts'],
    ...{ strength: 'prose', quote: LISTED },
    make: (text) => `${hitLine(hitOf(text))}\n${episodeLine(hitOf(text))}`,
  },
  'answers as JSON': {
    of: ['agent/memory-actions.ts', 'cli/output.ts', 'cli/commands/list.ts'],
    strength: 'prose',
    make(text) {
      const [entry] = Object.entries(inertValues({ a: [{ [text]: text }] }).a[0]!)
      return entry!.join('\n')
    },
  },
  'the message of the library’s injection': {
    of: ['memory/records/inject.ts'],
    ...{ strength: 'prose', quote: LISTED },
    make: (text) => injected(text),
  },
  'a file of Anthropic’s memory tool': {
    of: ['connect/sdk/anthropic.ts', 'connect/sdk/edit-text.ts'],
    ...{ strength: 'prose', quote: /^ *\d+\t/ },
    make: (text) => numberedLines(inertText(text)),
  },
  'prompts of MCP': {
    of: ['connect/mcp/prompts.ts', 'connect/mcp/protocol.ts'],
    strength: 'letters',
    make: (text) => `${promptText('remember', { what: text })}${promptText('recall', { topic: text })}`,
  },
  'the answer of a hook': {
    of: [
      'connect/events/hook-output.ts',
      'connect/events/answer-hook.ts',
      'connect/events/hook-notices.ts',
      'connect/events/fault-output.ts',
      'connect/mcp/hook-tool.ts',
      'connect/mcp/memory-offer.ts',
    ],
    strength: 'prose',
    make(text) {
      const answer = JSON.parse(hookOutput(HOOK, quotedIndex(text), inertText(text)))
      return `${answer.systemMessage}\n${answer.hookSpecificOutput.additionalContext}`
    },
  },
}
