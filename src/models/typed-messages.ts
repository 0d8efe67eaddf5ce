// Who typed a message of a log: its own marks (the readers turn these into `meta`), then what its text begins with.
import { judgeTexts } from '../base/agents/typed-text.ts'
import type { MetaKind, TranscriptMessage } from './transcript-message.ts'

type NotTyped =
  | MetaKind
  | 'agent'
  | 'sub-agent'
  | Extract<ReturnType<typeof judgeTexts>, { typed: false }>['why']

type Typing =
  | { readonly typed: true; readonly text: string }
  | { readonly typed: false; readonly why: NotTyped }

/** The one answer, for every reader of a log and for whoever asks: did the person type this, and what of it. */
export function judgeTyped({ role, meta, sidechain, content }: TranscriptMessage): Typing {
  if (role !== 'user') return not('agent')
  if (sidechain) return not('sub-agent')
  if (meta !== undefined) return not(meta)
  return judgeTexts(content.flatMap((block) => (block.type === 'text' ? [block.text] : [])))
}

function not(why: NotTyped): Typing {
  return { typed: false, why }
}

/** A text for each message of a conversation that the person typed. */
export function typedTexts(messages: readonly TranscriptMessage[]): string[] {
  return messages.flatMap((message) => {
    const judged = judgeTyped(message)
    return judged.typed ? [judged.text] : []
  })
}
