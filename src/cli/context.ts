// What commands work with: the engine of the chosen project, opened when first needed, and who is asking.
import { statSync } from 'node:fs'
import { resolve } from 'node:path'
import { type Engine, openEngine } from '../engine.ts'
import { attempt } from '../lib/attempt.ts'
import { MemdirError } from '../lib/errors.ts'
import type { ChangedBy } from '../memory/memory-store.ts'
import type { Text } from './language.ts'
import type { Output } from './output.ts'

export type Environment = Readonly<Record<string, string | undefined>>

export interface CommandContext {
  readonly env: Environment
  /** The working directory, or the one of `--project`. */
  readonly directory: string
  engine(): Engine
  /** For writing: the project is registered first, and a memory found by alias is shown. */
  writingEngine(): Promise<Engine>
  /** Who makes a change: the person, or the agent whose shell this is. */
  changedBy(conversation?: string): ChangedBy
}

export function createContext(env: Environment, project: string | undefined, output: Output): CommandContext {
  const directory = resolve(project ?? process.cwd())
  if (project !== undefined && !attempt(() => statSync(directory))?.isDirectory()) {
    throw new MemdirError('usage', `there is no directory ${directory}`, {
      fix: 'Give --project the directory of a project.',
    })
  }
  let engine: Engine | undefined
  const open = (): Engine => {
    if (engine) return engine
    engine = openEngine({ directory, env })
    showIdentity(engine, output)
    return engine
  }
  return {
    env,
    directory,
    engine: open,
    async writingEngine() {
      const opened = open()
      await opened.register()
      return opened
    },
    changedBy: (conversation) => ({
      actor: callingAgent(env) ?? 'user',
      conversation: conversation ?? env.CLAUDE_CODE_SESSION_ID?.trim() ?? undefined,
    }),
  }
}

/** The agent in whose shell the command runs, if any. */
export function callingAgent(env: Environment): string | undefined {
  if (env.CLAUDECODE === '1') return 'claude-code'
  if (env.CODEX_SANDBOX || env.CODEX_THREAD_ID) return 'codex'
  if (env.GEMINI_CLI === '1') return 'gemini'
  if (env.OPENCODE === '1') return 'opencode'
  return undefined
}

const WHY: Record<string, Text> = {
  'root commit': { en: 'root commit', zh: '初始提交' },
  remote: { en: 'remote', zh: '远程地址' },
}

function showIdentity({ location }: Engine, output: Output): void {
  const { linked, candidates, by } = location.identity
  if (location.decidedBy !== 'default') return
  if (by === 'alias' && linked) {
    const why = linked.because.map((what) => output.say(WHY[what]!)).join(output.say({ en: ', ', zh: '、' }))
    output.note(
      output.say({
        en: `Using the memory of ${linked.path} (same repository: ${why}). To keep them apart: memdir projects unlink`,
        zh: `使用 ${linked.path} 的记忆（同一仓库：${why}）。如需分开：memdir projects unlink`,
      }),
    )
  } else if (by === 'new' && candidates.length > 0) {
    const names = candidates.map((candidate) => candidate.path).join(', ')
    const choice = /^[\w/.~-]+$/.test(candidates[0]!.path)
      ? candidates[0]!.path
      : JSON.stringify(candidates[0]!.path)
    output.note(
      output.say({
        en: `This may be the same repository as ${names}. To use that memory: memdir projects link ${choice}`,
        zh: `此目录可能与 ${names} 是同一仓库。如需使用其记忆：memdir projects link ${choice}`,
      }),
    )
  }
}
