// memdir for opencode: attaches memories to messages and reports the end of turns. Runs inside opencode, so the work
// happens in memdir's hook program, with a deadline; whatever goes wrong, the message goes on without memories.
import { spawn } from 'node:child_process'
import { existsSync, readFileSync, realpathSync } from 'node:fs'
import { homedir } from 'node:os'
import { delimiter, dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const DEADLINE_MS = 1_500

export const Memdir = async ({ directory, worktree }) => {
  const hook = findHook()
  if (!hook) return {}
  const cwd = worktree && worktree !== '/' ? worktree : directory
  const started = new Set()
  const event = (hook_event_name, session_id, more) => ({ hook_event_name, session_id, cwd, ...more })
  return {
    'chat.message': async (input, output) => {
      const session = output.message?.sessionID ?? input.sessionID
      const typed = (output.parts ?? []).filter((part) => part.type === 'text' && !part.synthetic)
      const prompt = typed.map((part) => part.text).join('\n')
      const questions = [ask(hook, event('UserPromptSubmit', session, { prompt }))]
      if (!started.has(session)) {
        started.add(session)
        questions.unshift(ask(hook, event('SessionStart', session, { source: 'startup' })))
      }
      const answers = (await Promise.all(questions)).filter((text) => text !== '')
      for (const [i, text] of answers.entries()) output.parts.push(part(output.message, i, text))
    },
    'tool.execute.after': async (input) => {
      const file = input.args?.filePath
      if (input.tool !== 'read' || typeof file !== 'string' || !file.endsWith('.md')) return
      tell(hook, event('PostToolUse', input.sessionID, { tool_name: 'read', tool_input: { filePath: file } }))
    },
    event: async ({ event: { type, properties } }) => {
      const session = properties?.sessionID
      if (type === 'session.idle') tell(hook, event('Stop', session))
      if (type === 'session.compacted') {
        // The index is gone with the rest: it comes again with the next message.
        started.delete(session)
        tell(hook, event('SessionStart', session, { source: 'compact' }))
      }
    },
  }
}

function part({ id, sessionID }, n, text) {
  const unique = `${Date.now().toString(36)}${n}${Math.random().toString(36).slice(2, 8)}`
  return { id: `prt_memdir${unique}`, sessionID, messageID: id, type: 'text', text, synthetic: true }
}

/** The text to attach; empty when there is none, or it is late, or anything failed. */
function ask(hook, event) {
  return new Promise((done) => {
    try {
      const child = spawn('node', [hook, 'opencode'], { stdio: ['pipe', 'pipe', 'ignore'] })
      const late = setTimeout(() => {
        child.kill('SIGKILL')
        done('')
      }, DEADLINE_MS)
      let out = ''
      child.stdout.on('data', (chunk) => {
        out += chunk
      })
      child.on('error', () => done(''))
      child.on('close', () => {
        clearTimeout(late)
        done(attempt(() => JSON.parse(out).text) ?? '')
      })
      child.stdin.on('error', () => {})
      child.stdin.end(JSON.stringify(event))
    } catch {
      done('')
    }
  })
}

/** Without waiting, and also when opencode exits at once: the event holds nothing private, so it fits an argument. */
function tell(hook, event) {
  attempt(() => {
    const child = spawn('node', [hook, 'opencode', JSON.stringify(event)], {
      stdio: 'ignore',
      detached: true,
    })
    child.on('error', () => {})
    child.unref()
  })
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
