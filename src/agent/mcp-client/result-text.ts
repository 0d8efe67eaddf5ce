// What a call returned, as the model reads it: text as it is, everything else named by kind and size.
import { unmarkedText } from '../../base/text/inert-text.ts'
import { isObject } from '../../base/values/is-object.ts'

interface Result {
  readonly content?: unknown
  readonly structuredContent?: unknown
}

export function resultText({ content, structuredContent }: Result): string {
  const parts = (Array.isArray(content) ? content : []).map(partText).filter((text) => text !== '')
  // Servers give the same as text, for clients that read no other form.
  if (parts.length === 0 && structuredContent !== undefined) parts.push(JSON.stringify(structuredContent))
  return parts.length === 0 ? '(no output)' : unmarkedText(parts.join('\n'))
}

function partText(part: unknown): string {
  if (!isObject(part)) return ''
  switch (part.type) {
    case 'text':
      return String(part.text ?? '')
    case 'image':
    case 'audio':
      return `[${part.type} ${word(part.mimeType)}, ${size(part.data)}: not shown]`
    case 'resource_link':
      return `[resource ${word(part.name)}: ${word(part.uri)}]`
    case 'resource':
      return isObject(part.resource) ? resourceText(part.resource) : ''
    default:
      return `[${word(part.type)}: not shown]`
  }
}

function resourceText({ uri, text, blob, mimeType }: Record<string, unknown>): string {
  if (typeof text === 'string') return `[resource ${word(uri)}]\n${text}`
  return `[resource ${word(uri)}, ${word(mimeType)}, ${size(blob)}: not shown]`
}

function word(value: unknown): string {
  return typeof value === 'string' ? value.slice(0, 2_000) : ''
}

/** How much base64 holds. */
function size(data: unknown): string {
  return `${Math.ceil((typeof data === 'string' ? data.length : 0) * 0.75 * 0.001)} KB`
}
