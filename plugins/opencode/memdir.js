// memdir for opencode: attaches memories to messages and reports the end of turns. Runs inside opencode, so the work
// happens in memdir's hook program, with a deadline; whatever goes wrong, the message goes on without memories.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DEADLINE_MS = 1_500
/** For the messages of the conversation, which opencode has at hand. */
const HISTORY_MS = 500

export const Memdir = async ({ client, directory, worktree }) => {
  const tellOnce = teller(client)
  const hook = findHook()
  if (!hook) {
    tellOnce('memdir is not installed, so there are no memories: npm install -g memdir')
    return {}
  }
  const cwd = worktree && worktree !== '/' ? worktree : directory
  /** Conversations whose index is there, as far as this process knows. */
  const started = new Set()
  const event = (hook_event_name, session_id, more) => ({ hook_event_name, session_id, cwd, ...more })
  return {
    'chat.message': async (input, output) => {
      const session = output.message?.sessionID ?? input.sessionID
      const typed = (output.parts ?? []).filter((part) => part.type === 'text' && !part.synthetic)
      const prompt = typed.map((part) => part.text).join('\n')
      const message_id = output.message?.id
      const source = started.has(session) ? undefined : await sourceOf(client, session)
      started.add(session)
      const telling = oneFault(tellOnce)
      const index = source ? ask(hook, event('SessionStart', session, source), telling) : ''
      // What it forgets or inherits counts for this message already.
      if (source && source.source !== 'startup') await index
      const found = ask(hook, event('UserPromptSubmit', session, { prompt, message_id }), telling)
      for (const [what, text] of Object.entries({ index: await index, found: await found }))
        if (text !== '') output.parts.push(newPart(output.message, session, what, text))
    },
    // Our parts are stored as ignored, so that no other request has them (such as the one for a title).
    'experimental.chat.messages.transform': async (_, { messages }) => {
      for (const part of messages.flatMap(({ parts }) => parts)) if (markOf(part)) part.ignored = false
    },
    'tool.execute.after': async (input, output) => {
      const file = input.args?.filePath
      if (ACTING.has(input.tool) && isPrepared(cwd)) {
        const call = { tool_name: input.tool, tool_input: input.args }
        const text = await ask(hook, event('PostToolUse', input.sessionID, call), oneFault(tellOnce))
        if (text !== '' && typeof output?.output === 'string') output.output += `\n\n${text}`
        return
      }
      if (input.tool !== 'read' || typeof file !== 'string' || !file.endsWith('.md')) return
      tell(hook, event('PostToolUse', input.sessionID, { tool_name: 'read', tool_input: { filePath: file } }))
    },
    // Goes into the request by which opencode has its summary written.
    'experimental.session.compacting': async ({ sessionID }, output) => {
      const messages = newest(await history(client, sessionID))
      const text = await ask(hook, event('PreCompact', sessionID, { messages }), oneFault(tellOnce))
      if (text !== '') output.context?.push(text)
    },
    event: async ({ event: { type, properties } }) => {
      const session = properties?.sessionID
      if (type === 'session.idle') tell(hook, event('Stop', session))
      // The index is gone with the rest: it comes again with the next message.
      if (type === 'session.compacted') started.delete(session)
    },
  }
}

/** Tools that act. */
const ACTING = new Set(['bash', 'edit', 'multiedit', 'write', 'patch', 'apply_patch'])

/** Whether something remembered in this project is about calls: else no program is started for one. */
function isPrepared(directory) {
  const home = process.env.MEMDIR_HOME || join(process.env.HOME || homedir(), '.memdir')
  for (let at = directory; ; at = dirname(at)) {
    if (existsSync(join(home, 'calls', at, 'words'))) return true
    if (at === dirname(at)) return false
  }
}

/** `metadata` stays with a part when opencode copies it into a fork, where its ids become others. */
function newPart({ id, sessionID }, session, what, text) {
  const unique = `${Date.now().toString(36)}${Math.random().toString(36).slice(2, 10)}`
  const metadata = { memdir: { session, what } }
  return {
    id: `prt_memdir${unique}`,
    sessionID,
    messageID: id,
    type: 'text',
    text,
    synthetic: true,
    ignored: true,
    metadata,
  }
}

const markOf = (part) => (part.type === 'text' ? part.metadata?.memdir : undefined)

/** Whether the conversation is new, goes on, was compacted or is a fork: by what is in it. */
async function sourceOf(client, session) {
  const messages = await history(client, session)
  const summary = messages.findLastIndex(({ info }) => info.summary === true)
  const kept = messages.slice(summary + 1)
  const marks = kept.flatMap(({ parts }) => parts.map(markOf)).filter((mark) => mark !== undefined)
  const parents = [...new Set(marks.map((mark) => mark.session))].filter((id) => id !== session)
  if (parents.length > 0) return { source: 'fork', parent_session_ids: parents.slice(-1) }
  if (marks.some(({ what }) => what === 'index')) return { source: 'resume' }
  return summary < 0 ? { source: 'startup' } : { source: 'compact', messages: newest(messages) }
}

/** Empty where it cannot be had: an index that comes twice is better than none. */
async function history(client, session) {
  const late = new Promise((done) => setTimeout(done, HISTORY_MS, undefined).unref())
  const read = client?.session?.messages({ path: { id: session } }).catch(() => undefined)
  const messages = (await Promise.race([read, late]))?.data
  return Array.isArray(messages) ? messages.filter(({ info, parts }) => info && Array.isArray(parts)) : []
}

const PART_CHARACTERS = 4_000
const ALL_CHARACTERS = 400_000

/** What was said and done last in the conversation; long outputs lose their end. */
function newest(messages) {
  const kept = []
  let left = ALL_CHARACTERS
  for (const { info, parts } of [...messages].reverse()) {
    const said = parts.filter((part) => ['text', 'tool', 'compaction'].includes(part.type)).map(shortened)
    const { id, role, summary, time } = info
    const message = { info: { id, role, summary, time }, parts: said }
    left -= JSON.stringify(message).length
    if (left < 0) break
    kept.unshift(message)
  }
  return kept
}

const shortened = (part) =>
  JSON.parse(
    JSON.stringify(part, (_, value) => (typeof value === 'string' ? value.slice(0, PART_CHARACTERS) : value)),
  )

/** Programs that are waited for: none goes on without us. */
const asked = new Set()
process.on('exit', () => {
  for (const child of asked) child.kill('SIGKILL')
})

/** The text to attach; empty when there is none, or it is late, or anything failed. */
function ask(hook, event, telling) {
  return new Promise((done) => {
    const fail = (reason) => {
      telling.fault(`memdir gave no memories (${reason}); \`memdir doctor\` says more`)
      done('')
    }
    try {
      const child = spawn('node', [hook, 'opencode'], { stdio: ['pipe', 'pipe', 'ignore'] })
      asked.add(child)
      const late = setTimeout(() => {
        child.kill('SIGKILL')
        fail('it took too long')
      }, DEADLINE_MS)
      let out = ''
      child.stdout.on('data', (chunk) => {
        out += chunk
      })
      child.on('error', () => {
        clearTimeout(late)
        fail('node could not be started')
      })
      child.on('exit', () => asked.delete(child))
      child.on('close', (code, signal) => {
        clearTimeout(late)
        if (signal) return fail(`its hook was ended by ${signal}`)
        if (code !== 0) return fail(`its hook ended with ${code}`)
        const { text = '', notice } = attempt(() => JSON.parse(out)) ?? {}
        if (notice) telling.notice(notice)
        done(text)
      })
      child.stdin.on('error', () => {})
      child.stdin.end(JSON.stringify(event))
    } catch (error) {
      fail(error.message)
    }
  })
}

/** Where nobody waits for a program, whatever it does, this ends it: the program's own timers do not run while it loops. */
const WATCH = `require('node:child_process').spawnSync(process.execPath, process.argv.slice(1),
  { stdio: 'ignore', timeout: 5_000 * (Number(process.env.MEMDIR_HOOK_SLOWER) || 1), killSignal: 'SIGKILL' })`

/** Without waiting, and also when opencode exits at once: the event holds nothing private, so it fits an argument. */
function tell(hook, event) {
  attempt(() => {
    const child = spawn('node', ['-e', WATCH, hook, 'opencode', JSON.stringify(event)], {
      stdio: 'ignore',
      detached: true,
    })
    child.on('error', () => {})
    child.unref()
  })
}

/** To the person, each sentence once: in the window, or where there is none (`opencode run`) on standard error. */
function teller(client) {
  const told = new Set()
  return (text) => {
    if (told.has(text)) return
    told.add(text)
    if (process.argv.includes('run')) attempt(() => process.stderr.write(`${text}\n`))
    else void client?.tui?.showToast({ body: { message: text, variant: 'warning' } }).catch(() => {})
  }
}

/** For one message: where the hook has said what is wrong, that another was late says nothing new. */
function oneFault(tellOnce) {
  let said = false
  return {
    notice(text) {
      said = true
      tellOnce(text)
    },
    fault(text) {
      if (!said) this.notice(text)
    },
  }
}

/** Next to us in the package, where `memdir init` wrote it down, or on the PATH. */
function findHook() {
  const packaged = attempt(() =>
    join(dirname(fileURLToPath(import.meta.url)), '..', '..', 'dist', 'bin', 'hook.js'),
  )
  if (packaged && existsSync(packaged)) return packaged
  const home = process.env.MEMDIR_HOME || join(process.env.HOME || homedir(), '.memdir')
  const written = attempt(() =>
    join(JSON.parse(readFileSync(join(home, 'install.json'), 'utf8')).bin, 'hook.js'),
  )
  if (written && existsSync(written)) return written
  for (const directory of (process.env.PATH ?? '').split(delimiter)) {
    const hook = attempt(() => join(dirname(realpathSync(join(directory, 'memdir'))), 'hook.js'))
    if (hook && existsSync(hook)) return hook
  }
  return undefined
}

function attempt(read) {
  try {
    return read()
  } catch {
    return undefined
  }
}
