// From what is wanted in a file to the edit that puts it in or takes it out. Reads, and changes nothing.

import { agentSetupTexts } from '../base/messages/agent-setup.ts'
import { type Message, message } from '../base/messages/message.ts'
import { MemdirError } from '../base/values/errors.ts'
import { readTextFile } from './edited-file.ts'
import type { FileEdit } from './file-edit.ts'
import { findDialectFault, findJsonFault, type JsonRefusal } from './install/json-faults.ts'
import { linesByHand } from './install/lines-by-hand.ts'
import { putJsonIn, takeJsonOut } from './install/plan-json.ts'
import { putBlockIn, putTextIn, takeBlockOut, takeTextOut } from './install/plan-text.ts'
import { putTomlIn, takeTomlOut } from './install/plan-toml.ts'
import { addSteps, emptyRecord, exactlyBefore, type FileRecord, readRecord } from './install/setup-record.ts'
import { draftOf, type TextDraft } from './install/text-draft.ts'
import type { TomlRefusal } from './install/toml-text.ts'
import type { WantedFile } from './install/wanted-file.ts'

/** `home`: memdir's own directory, with the records. */
export function planIn(wanted: WantedFile, home: string): FileEdit {
  const before = readTextFile(wanted)
  return editOf(wanted, home, before, putWanted(wanted, before, readRecord(home, wanted.path)))
}

export function planOut(wanted: WantedFile, home: string): FileEdit {
  const before = readTextFile(wanted)
  return editOf(wanted, home, before, takeWanted(wanted, before, readRecord(home, wanted.path)))
}

/** A text, or none, and what is noted of it. */
export interface Planned {
  text: string | undefined
  record?: FileRecord | undefined
}

export function putWanted(wanted: WantedFile, before: string | undefined, noted?: FileRecord): Planned {
  const draft = draftOf(before ?? '')
  const record = structuredClone(usableRecord(wanted, before, noted)) ?? emptyRecord()
  if (before === undefined) record.created = true
  refuse(wanted, 'in', putIn(draft, wanted, record))
  if (draft.text === (before ?? '')) return { text: before, record: noted }
  return { text: draft.text, record: addSteps(record, before, draft) }
}

export function takeWanted(wanted: WantedFile, before: string | undefined, noted?: FileRecord): Planned {
  if (before === undefined) return { text: undefined }
  const exactly = exactlyBefore(noted, before)
  if (exactly) return exactly
  const draft = draftOf(before)
  refuse(wanted, 'out', takeOut(draft, wanted, noted))
  if (draft.text === before) return { text: before }
  // A file in which nothing is left was ours, unless we know better.
  const isEmpty = /^\ufeff?\s*(?:\{\s*\})?\s*$/.test(draft.text)
  return { text: isEmpty && (noted?.created ?? !noted) ? undefined : draft.text }
}

function editOf(
  { path, project, private: own }: WantedFile,
  home: string,
  before: string | undefined,
  { text: after, record }: Planned,
): FileEdit {
  return { path, project, before, after, undo: { home, record }, ...(own && { private: true }) }
}

/** What was noted counts as long as something of ours is in the file: a person may have put an old copy back. */
function usableRecord(
  wanted: WantedFile,
  before: string | undefined,
  noted: FileRecord | undefined,
): FileRecord | undefined {
  if (!noted || before === undefined) return undefined
  if (exactlyBefore(noted, before)) return noted
  const draft = draftOf(before)
  return takeOut(draft, wanted, undefined) === undefined && draft.text === before ? undefined : noted
}

function putIn(draft: TextDraft, wanted: WantedFile, record: FileRecord): Refusal | undefined {
  if (wanted.format === 'toml') return putTomlIn(draft, wanted, record)
  if (wanted.format === 'json') {
    const fault = findJsonFault(draft.text, wanted) ?? findDialectFault(wanted.dialect ?? {}, draft.text)
    if (fault) return fault
    putJsonIn(draft, wanted, record)
  }
  if (wanted.format === 'text') putTextIn(draft, wanted, record)
  if (wanted.format === 'block') putBlockIn(draft, wanted)
  return undefined
}

function takeOut(draft: TextDraft, wanted: WantedFile, record: FileRecord | undefined): Refusal | undefined {
  if (wanted.format === 'toml') return takeTomlOut(draft, wanted, record)
  if (wanted.format === 'json') {
    const fault = findJsonFault(draft.text, wanted)
    // What is no object holds nothing of ours, unless it was broken since.
    if (fault) return draft.text.includes('memdir') ? fault : undefined
    takeJsonOut(draft, wanted, record)
  }
  if (wanted.format === 'text') takeTextOut(draft, wanted, record)
  if (wanted.format === 'block') takeBlockOut(draft)
  return undefined
}

type Refusal = TomlRefusal | JsonRefusal

function refuse(wanted: WantedFile, way: 'in' | 'out', refusal: Refusal | undefined): void {
  if (!refusal) return
  const { path } = wanted
  const lines = way === 'in' ? linesByHand(wanted, refusal.why === 'inline') : []
  throw new MemdirError('broken_file', reasonOf(path, refusal), {
    fix: message(way === 'in' ? agentSetupTexts.addLinesByHand : agentSetupTexts.removeByHand, { path }),
    details: { path, lines },
  })
}

function reasonOf(path: string, refusal: Refusal): Message {
  const { line } = refusal
  switch (refusal.why) {
    case 'no-json':
      return message(agentSetupTexts.jsonBroken, { path, line, fault: refusal.fault })
    case 'not-read':
      return message(agentSetupTexts.notReadByAgent, { path, line, fault: refusal.fault })
    case 'inline':
      return message(agentSetupTexts.tomlInline, { path, line })
    case 'broken':
      return message(agentSetupTexts.tomlBroken, { path, line, reason: refusal.reason })
    case 'no-object': {
      const { place, type } = refusal
      if (place === '') return message(agentSetupTexts.noJsonObject, { path, line })
      return message(type === 'array' ? agentSetupTexts.noJsonListAt : agentSetupTexts.noJsonObjectAt, {
        path,
        line,
        place,
      })
    }
  }
}
