// What was learnt, in words: one short line for the person.
import { extractionTexts } from '../base/messages/extraction.ts'
import { joinMessages, type Message, message, verbatim } from '../base/messages/message.ts'

const MOST_NAMED = 3
const LONGEST_NAME = 60

/** `saved`: newest last, each file once. Undefined where nothing was. */
export function describeSaved(
  saved: readonly { readonly file: string; readonly name?: string }[],
): Message | undefined {
  const byFile = new Map(saved.map((one) => [one.file, one]))
  if (byFile.size === 0) return undefined
  const named = [...byFile.values()]
    .slice(-MOST_NAMED)
    .map(({ file, name }) =>
      name === undefined ? verbatim(file) : message(extractionTexts.savedMemory, { name: cut(name), file }),
    )
  const rest = byFile.size - named.length
  const more = rest > 0 ? [message(extractionTexts.savedMore, { count: rest })] : []
  return message(extractionTexts.saved, { memories: joinMessages([...named, ...more]) })
}

function cut(name: string): string {
  const characters = [...name]
  return characters.length <= LONGEST_NAME ? name : `${characters.slice(0, LONGEST_NAME - 1).join('')}…`
}
