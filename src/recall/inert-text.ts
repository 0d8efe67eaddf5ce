// Memory text is data. Nothing in it may close the envelope, look like the client's own tags, load an image, or hide.
import { stripHidden } from '../lib/unicode.ts'

/** Tags that clients and models give a meaning of their own. */
const TAG =
  /<(?=\s*\/?\s*(?:system|user|assistant|human|developer|memory|memdir|tool|function|invoke|parameter|antml|instructions?|context|reminder|important|thinking|result|output|command)[\w:-]*[\s/>])/gi
const IMAGE = /!\[([^\]\n]{0,200})\]\((?:[^()\n]|\([^()\n]*\)){0,2000}\)/g
const REFERENCE_IMAGE = /!\[([^\]\n]{0,200})\]\[[^\]\n]{0,200}\]/g
const LINK =
  /\[([^\]\n]{1,300})\]\(\s*<?([^()\s<>]{1,2000}(?:\([^()\s]*\))?[^()\s<>]*)>?(?:\s+["'][^"'\n]{0,300}["'])?\s*\)/g
const REFERENCE = /^[ ]{0,3}\[[^\]\n]{1,200}\]:[ \t]+\S.*$/gm
const HTML = /<(?=\/?(?:img|iframe|script|object|embed|link|style|svg|video|audio|form|a|meta|base)\b)/gi

export function inertText(text: string): string {
  return stripHidden(text)
    .replace(/\r\n?/g, '\n')
    .replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f]/g, '')
    .replace(IMAGE, '[image: $1]')
    .replace(REFERENCE_IMAGE, '[image: $1]')
    .replace(LINK, '$1 (`$2`)')
    .replace(REFERENCE, '')
    .replace(HTML, '&lt;')
    .replace(TAG, '&lt;')
}

/** Every line begins with `> `: no content can end the quotation. */
export function quoteText(text: string): string {
  return text
    .split(/\n|\u2028|\u2029|\u0085/)
    .map((line) => (line === '' ? '>' : `> ${line}`))
    .join('\n')
}

/** For names and paths in a header: one line, no marks. */
export function inertLine(text: string): string {
  return inertText(text).replace(/\s+/g, ' ').trim()
}
