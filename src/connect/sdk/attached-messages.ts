// Memories in a conversation that a program sends anew with every request: what was attached to a message is put back word
// for word, and the last message of the person is given what the conversation does not hold yet. Knows no SDK.

import { type AgentText, NO_TEXT } from '../../base/text/agent-text.ts'
import { type AttachedText, keepAttached, markOf, readAttached } from '../../search/attached-record.ts'
import { isIgnoring } from '../../search/ignore-memory.ts'
import type { RecallResult } from '../../search/recall.ts'
import type { Engine } from '../engine.ts'
import { putBack } from './put-back.ts'

export interface AttachOptions {
  /** Without it nothing is kept beyond this process. */
  conversation?: string | undefined
  /** Characters. */
  budget: number
  deadlineMs: number
}

export interface AttachedMessages {
  /** What goes to each message of the person; empty: nothing. */
  texts: AgentText[]
  /** Call it once the model has taken the request: only then is it kept, and counts as shown. */
  onTaken(): void
}

/** `typed`: all messages of the person that are in the request, in order. */
export function attachedMessages(
  host: Engine,
  { conversation: given, budget, deadlineMs }: AttachOptions,
): (typed: readonly string[]) => Promise<AttachedMessages> {
  const conversation = given === '' ? undefined : given
  /** In no request yet that the model has taken, or nowhere else kept. */
  const own = new Map<AttachedText, RecallResult | undefined>()
  const { state } = host.location
  const keep = (entry: AttachedText, present: readonly AttachedText[]) => {
    if (conversation === undefined) return
    const result = own.get(entry)
    const others = present.filter((one) => one !== entry)
    // What a disk does not take is kept here, as long as this lives.
    if (keepAttached(state, conversation, entry, others)) own.delete(entry)
    else own.set(entry, undefined)
    if (result) void host.noteShown(conversation, result)
  }
  const attach = async (typed: readonly string[], before: readonly AttachedText[]): Promise<AttachedText> => {
    const prompt = typed.at(-1) ?? ''
    const present = { ...presentIn(before), ignoring: isIgnoring(typed.slice(0, -1)) }
    const result = await recallInTime(host, { prompt, conversation, budget, present }, deadlineMs)
    const hits = [...(result?.memories ?? []), ...(result?.episodes ?? [])]
    const files = hits.map(({ memory }) => memory.file)
    const entry = { said: markOf(prompt), text: result?.text ?? NO_TEXT, files }
    own.set(entry, result?.status === 'recalled' ? result : undefined)
    return entry
  }
  return async (typed) => {
    const last = typed.at(-1)
    if (last === undefined || !host.switch.on) return { texts: typed.map(() => NO_TEXT), onTaken() {} }
    const kept = conversation === undefined ? [] : readAttached(state, conversation)
    const found = putBack([...kept, ...own.keys()], typed.map(markOf))
    const before = found.slice(0, -1).flatMap((entry) => entry ?? [])
    const now = found.at(-1) ?? (await attach(typed, before))
    return {
      texts: [...found.slice(0, -1), now].map((entry) => entry?.text ?? NO_TEXT),
      onTaken() {
        for (const entry of [...before, now]) if (own.has(entry)) keep(entry, before)
      },
    }
  }
}

function presentIn(entries: readonly AttachedText[]): { files: string[]; bytes: number } {
  return {
    files: entries.flatMap(({ files }) => files),
    bytes: entries.reduce((sum, { text }) => sum + Buffer.byteLength(text), 0),
  }
}

/** The program's own call must not fail or wait because of its memory; `recall` itself says what fails to who calls it. */
async function recallInTime(
  host: Engine,
  request: Parameters<Engine['recall']>[0],
  deadlineMs: number,
): Promise<RecallResult | undefined> {
  const signal = AbortSignal.timeout(deadlineMs)
  const late = new Promise<undefined>((done) => {
    setTimeout(done, deadlineMs, undefined).unref()
  })
  return Promise.race([host.recall({ ...request, signal }).catch(() => undefined), late])
}
