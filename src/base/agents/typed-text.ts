// Who typed it: proven, not assumed. Typed is what nothing contradicts: neither the log's own marks (the readers turn these
// into `meta`), nor a tag or a frame that the text begins with. What stands within a known wrapper is cut out, from its
// first opening to its LAST closing: whoever wrote what is inside may have written a closing tag, too.

import {
  CODE_TAG,
  IS_BESIDE,
  knownSpans,
  LOOKS_KNOWN,
  separateInjected,
  unknownSpans,
  without,
} from './wrappers.ts'

/** What a text begins with before its first visible character. */
const BLANK = /^[\s\u2800\p{Default_Ignorable_Code_Point}]+/u
/** An address in brackets is none. */
const LEADING_TAG = /^<\/?(?!https?:|[^\s<>@]{1,80}@)([a-z][\w:.-]{0,80})/i
const ENTITY = /^&(?:lt|#0{0,9}60|#x0{0,9}3c);/i
/** Enough of a text to know how it begins. */
const BEGINNING = 400

/** Sentences by which clients begin what they say in the person's place. */
const FRAME =
  /^(?:\[Request interrupted by user|\[SYSTEM NOTIFICATION|This session is being continued from a previous conversation|Caveat: The messages below were generated|# AGENTS\.md instructions for |Base directory for this skill:|[A-Z]\w{1,40}(?::\S{1,80})? hook (?:feedback|success|additional context|blocking error):|Implement the following plan:\s*\n|Another (?:Claude|agent) session sent |Another language model started to solve this problem|Here is (?:the user's editor context as a JSON object|a summary of changes in the user's editor context)|System: (?:Potential loop detected|Please continue)|I ran the following shell command:\s*\n[\s\S]*?\nThis produced the following result:\n)/

/** Colours and the like of a terminal that somebody copied from. */
const TERMINAL_CODES = /\u001b\[[\d;?]{0,20}[@-~]|[\u0000-\u0008\u000e-\u001f]/g

/** Where clients show a picture or a long paste. */
const PLACEHOLDER = /\[(?:Image|Pasted text) #\d{1,9}(?: \+\d{1,9} lines)?\]/g

/** A slash command is for the client; `/etc/hosts is wrong` is not one. */
const COMMAND = /^\s*\/[a-z][\w:-]*(?:\s|$)/i

/** `tag`, `frame`: it begins as what somebody else sends does. `nothing`: only what was put around it. */
type NotTyped = 'tag' | 'frame' | 'command' | 'nothing'

type Typing =
  | { readonly typed: true; readonly text: string }
  | { readonly typed: false; readonly why: NotTyped }

/** Did the person type these texts that came together, such as the blocks of one message, and what of them. */
export function judgeTexts(texts: readonly string[]): Typing {
  // What stands beside it in the same message came the same way.
  const sent = texts.map((text) => sentAs(text.replace(TERMINAL_CODES, ''))).find((why) => why !== undefined)
  // Together: a wrapper may go from one block to another.
  return sent ? not(sent) : judgeText(texts.join('\n'))
}

/** The same of a text alone, such as a prompt that a hook is given. */
export function judgeText(given: string): Typing {
  const clean = given.replace(TERMINAL_CODES, '')
  const sent = sentAs(clean)
  if (sent) return not(sent)
  const text = without(clean, knownSpans(clean, unknownSpans(clean)))
    .replace(PLACEHOLDER, '')
    .trim()
  if (COMMAND.test(text)) return not('command')
  return text === '' ? not('nothing') : { typed: true, text }
}

/** It, or what is left of it without wrappers, begins as what somebody else sends does. */
function sentAs(text: string): 'tag' | 'frame' | undefined {
  for (const part of [text, without(text, knownSpans(text))]) {
    const visible = part.replace(BLANK, '')
    if (FRAME.test(visible)) return 'frame'
    // As people see it: a full-width bracket is one, too, and so is an entity, though nobody's wrapper has them.
    const seen = visible.slice(0, BEGINNING).normalize('NFKC').replace(ENTITY, '<')
    if (LOOKS_KNOWN.test(seen)) return 'tag'
    const name = LEADING_TAG.exec(seen)?.[1]
    const isCut = visible.startsWith('<') && IS_BESIDE.test(name ?? '')
    if (name !== undefined && !isCut && !CODE_TAG.test(name)) return 'tag'
  }
  return undefined
}

function not(why: NotTyped): Typing {
  return { typed: false, why }
}

/** Empty where nothing of it was typed. */
export function typedText(prompt: string): string {
  const judged = judgeText(prompt)
  return judged.typed ? judged.text : ''
}

/** What is asked, whoever asks: without what clients and hooks put around it, and without commands for the client. */
export function askedText(prompt: string): string {
  const text = separateInjected(prompt).text.replace(TERMINAL_CODES, '')
  return COMMAND.test(text) ? '' : text.trim()
}
