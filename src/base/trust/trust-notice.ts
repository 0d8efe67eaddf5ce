// What is said where nobody can be asked: once for each content of each project, not with every prompt.

import type { Refusal } from '../files/read-below.ts'
import { type Message, type MessageTemplate, message } from '../messages/message.ts'
import { trustTexts } from '../messages/trust.ts'
import type { ProjectTrust, RefusedFile } from '../settings/settings.ts'
import { markTold, wasTold } from '../settings/told-once.ts'
import { printableLine } from '../text/invisible.ts'
import { partHash, type TrustPart } from './trust-store.ts'

/** One sentence each; none where everything counts. */
export function trustNotices({ waiting, refused, damaged }: Omit<ProjectTrust, 'root'>): Message[] {
  return [
    ...(damaged === undefined ? [] : [message(trustTexts.trustDamaged, { path: damaged })]),
    ...(waiting.length === 0
      ? []
      : [message(trustTexts.trustWaits, { parts: waiting.map(partName).join('; ') })]),
    ...refused.map(refusedNotice),
  ]
}

/** Why a file of the project is not read. */
export const REFUSAL_REASONS = {
  link: trustTexts.isLink,
  submodule: trustTexts.inSubmodule,
  not_regular: trustTexts.isNoFile,
  too_large: trustTexts.isTooLarge,
  unreadable: trustTexts.isUnreadable,
} as const satisfies Record<Refusal, MessageTemplate>

function refusedNotice({ path, reason }: RefusedFile): Message {
  return message(trustTexts.fileRefused, { path: plain(path), reason: message(REFUSAL_REASONS[reason]) })
}

const SHOWN_FIELDS = 5

/** `.memdir/settings.json: hooks, models.main` */
function partName({ kind, name, content }: TrustPart): string {
  if (kind === 'include' || typeof content !== 'object' || content === null) return plain(name)
  const fields = Object.keys(content).map(plain)
  const more = fields.length > SHOWN_FIELDS ? [`+${fields.length - SHOWN_FIELDS}`] : []
  return `${plain(name)}: ${[...fields.slice(0, SHOWN_FIELDS), ...more].join(', ')}`
}

/** Names of files come from the repository: nothing in them may drive a terminal or fill a screen. */
function plain(text: string): string {
  return printableLine(text).slice(0, 200)
}

/** Whether exactly this was reported before. */
export function wasNoticed(home: string, trust: ProjectTrust): boolean {
  return wasTold(home, aboutOf(trust))
}

/** After it was said. */
export function markTrustNoticed(home: string, trust: ProjectTrust): void {
  markTold(home, aboutOf(trust))
}

function aboutOf({ root, waiting, refused, damaged }: ProjectTrust): readonly unknown[] {
  return [root, waiting.map((part) => partHash(part) ?? part.name), refused, damaged]
}
