// One memory directory for memdir and Claude Code, so that there is one index and not two.
import { mkdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { type ClaudeMemory, claudeMemory } from '../clients/claude-memory.ts'
import { editJson, type FileEdit, readText } from '../clients/install/file-edit.ts'
import { type Engine, openEngine } from '../engine.ts'
import { attempt } from '../lib/attempt.ts'
import { isoSeconds } from '../lib/clock.ts'
import { updateRegistry } from '../memory/project-registry.ts'
import { listMemoryFiles } from '../memory/scan-files.ts'
import type { CommandContext } from './context.ts'
import { excludeFromGit, localSettingsPath } from './local-settings.ts'

export type MemoryChoice = 'share' | 'own'

export function claudeMemoryOf({ location }: Engine, env: CommandContext['env']): ClaudeMemory {
  return claudeMemory(location.identity.root, env)
}

export interface Sharing {
  directory: string
  /** Memories that were copied to it. */
  copied: number
}

/** `share`: memdir uses Claude's directory. `own`: Claude's memories come to memdir's, and Claude's own memory is off here. */
export async function settleMemory(context: CommandContext, choice: MemoryChoice): Promise<Sharing> {
  const engine = await context.writingEngine()
  const claude = claudeMemoryOf(engine, context.env)
  const { memory, identity, decidedBy } = engine.location
  const wanted = choice === 'share' ? claude.directory : undefined
  if (choice === 'own') excludeFromGit(identity.root)
  if (decidedBy !== 'default' && decidedBy !== 'projects.json') return { directory: memory, copied: 0 }
  await updateRegistry(engine.home, ({ projects }) => {
    projects[identity.name] ??= {
      paths: [identity.root],
      roots: [],
      remotes: [],
      created: isoSeconds(new Date()),
    }
    const entry = projects[identity.name]!
    if (wanted) entry.memory = wanted
    else delete entry.memory
  })
  const now = openEngine({ directory: context.directory, env: context.env })
  mkdirSync(now.location.memory, { recursive: true, mode: 0o700 })
  const from = choice === 'share' ? memory : claude.directory
  return { directory: now.location.memory, copied: await copyMissing(from, now, context) }
}

/** Back to memdir's own directory; what was written meanwhile stays in Claude's. */
export async function stopSharing(context: CommandContext): Promise<boolean> {
  const engine = context.engine()
  const { identity, entry } = engine.location
  if (entry?.memory !== claudeMemoryOf(engine, context.env).directory) return false
  await updateRegistry(engine.home, ({ projects }) => {
    delete projects[identity.name]?.memory
  })
  return true
}

async function copyMissing(from: string, to: Engine, context: CommandContext): Promise<number> {
  if (from === to.location.memory) return 0
  const known = new Set(listMemoryFiles(to.location.memory))
  const writes = listMemoryFiles(from)
    .filter((file) => !known.has(file))
    .map((file) => ({ file, content: readFileSync(join(from, file)), expect: null }))
  if (writes.length > 0)
    await to.store.writer.write(writes, {
      actor: context.changedBy().actor,
      action: 'add',
      reason: `copied from ${from}`,
    })
  return writes.length
}

/**
 * Claude's own memory off, for this project only. memdir reads the same key, so its own file says that memory stays
 * on. `undo`: both lines go, if they are as we wrote them.
 */
export function ownMemoryEdits(root: string, undo = false): FileEdit[] {
  const paths = [join(root, '.claude', 'settings.local.json'), localSettingsPath(root)] as const
  const values = [false, true]
  const ours = paths.every((path, i) => parseQuietly(readText(path))?.autoMemoryEnabled === values[i])
  if (undo && !ours) return []
  return paths.map((path, i) => {
    return editJson(path, (data) => {
      if (undo) delete data.autoMemoryEnabled
      else data.autoMemoryEnabled = values[i]
    })
  })
}

function parseQuietly(text: string | undefined): Record<string, unknown> | undefined {
  return attempt(() => JSON.parse(text ?? '') as Record<string, unknown>)
}
