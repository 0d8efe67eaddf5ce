// ChatGPT's memories: the list as it is copied from "Manage memories" or as the assistant prints it (one memory a
// line or paragraph, perhaps numbered, dated or bulleted), or memory.json of the data export.
import { isObject } from '../../../base/values/is-object.ts'
import { isPreference, typeOfMemory } from './about-user.ts'
import { type ImportedMemory, isoTime, nonEmptyText } from './imported.ts'

export function readChatGptJson(data: unknown): ImportedMemory[] | undefined {
  const list = Array.isArray(data) ? data : isObject(data) ? data.memories : undefined
  if (!Array.isArray(list) || !list.every((item) => isObject(item) && nonEmptyText(item.content)))
    return undefined
  return list
    .filter((item: Record<string, unknown>) => item.enabled !== false)
    .map((item: Record<string, unknown>) => ({
      ...judged(nonEmptyText(item.content)!),
      created: isoTime(item.created_at ?? item.create_time),
      updated: isoTime(item.updated_at ?? item.update_time),
    }))
}

const MARK = /^\s*(?:[-*•–]|\d{1,4}[.)、])\s+/
const DATE = /^\[?(\d{4}-\d{2}-\d{2})\]?\s*[.:：—–-]*\s*/
const FURNITURE =
  /^(?:#.*|```.*|saved memor(?:y|ies)|memor(?:y|ies)|manage memories|here (?:is|are)\b.*|model set context:?|.{0,60}[:：])$/i

const TITLE = /^(?:#+\s*)?(?:saved memor(?:y|ies)|memor(?:y|ies)|manage memories|model set context)\s*:?$/i

/** Under the title of the list, or mostly items with a mark or a date. */
export function isChatGptText(text: string): boolean {
  const items = itemsOf(text)
  const marked = items.filter((item) => MARK.test(item) || DATE.test(item)).length
  return items.some((item) => TITLE.test(item)) || (marked > 0 && marked >= items.length / 2)
}

export function readChatGptText(text: string): ImportedMemory[] {
  return itemsOf(text).flatMap((item) => {
    const bare = item.replace(MARK, '').trim()
    const date = DATE.exec(bare)
    const content = (date ? bare.slice(date[0].length) : bare).trim()
    if (content.length < 3 || FURNITURE.test(content)) return []
    return [{ ...judged(content), created: isoTime(date?.[1]) }]
  })
}

/** A line that begins with a mark or a date starts an item; lines below it that are indented belong to it. */
function itemsOf(text: string): string[] {
  const items: string[] = []
  let open = false
  for (const line of text.split(/\r\n|\n|\r/)) {
    const starts = MARK.test(line) || DATE.test(line.trim())
    if (line.trim() === '') open = false
    else if (open && !starts && /^\s{2,}\S/.test(line)) items[items.length - 1] += ` ${line.trim()}`
    else {
      items.push(line.trim())
      open = true
    }
  }
  return items
}

function judged(content: string): ImportedMemory {
  const kind = isPreference(content) ? 'user_preference' : 'fact'
  return { content, kind, type: typeOfMemory(content, kind), source: { origin: 'import' } }
}
