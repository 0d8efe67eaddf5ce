// What every text passes before it is written: hidden characters refused or stripped, secrets found.

import { type Message, message } from '../../base/messages/message.ts'
import { storeTexts } from '../../base/messages/store.ts'
import { findDeniedCharacter, stripHidden } from '../../base/text/invisible.ts'
import { MemdirError } from '../../base/values/errors.ts'
import type { Place } from '../memory-path.ts'

type SecretScanOutcome =
  | { status: 'ok'; text: string; warnings: Message[] }
  | { status: 'refused'; reason: Message; fix: Message }

/** The writer's required step. `shared`: read by other people, so a secret refuses the write instead of being cut. */
export type SecretScan = (text: string, options: { shared: boolean }) => SecretScanOutcome

export interface CheckedContent {
  text: string
  warnings: Message[]
}

export function checkContent(text: string, { isShared }: Place, scan: SecretScan): CheckedContent {
  const denied = findDeniedCharacter(text)
  if (denied) {
    throw new MemdirError(
      'refused_content',
      message(storeTexts.hiddenCharacter, { line: denied.line, codePoint: denied.codePoint }),
      { fix: message(storeTexts.removeAndSave) },
    )
  }
  const bom = text.startsWith('\ufeff') ? '\ufeff' : ''
  const visible = bom + stripHidden(text.slice(bom.length))
  const warnings = visible === text ? [] : [message(storeTexts.invisibleRemoved)]
  const outcome = scan(visible, { shared: isShared })
  if (outcome.status === 'refused')
    throw new MemdirError('refused_content', outcome.reason, { fix: outcome.fix })
  return { text: outcome.text, warnings: [...warnings, ...outcome.warnings] }
}
