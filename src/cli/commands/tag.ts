import { editCommandsTexts } from '../../base/messages/edit-commands.ts'
import { message } from '../../base/messages/message.ts'
import { tagCommandTexts } from '../../base/messages/tag-command.ts'
import { changeIdOf } from '../../memory/writer.ts'
import { usage } from '../arguments.ts'
import { type Command, placeOptions } from '../command.ts'
import { printable } from '../output.ts'

export const command: Command = {
  usage: 'tag [MEMORY [TAG… | remove TAG…]]',
  help: tagCommandTexts.help,
  options: placeOptions,
  arguments: ['memories', 'tags'],
  examples: ['memdir tag', 'memdir tag k3v9 release +ci', 'memdir tag k3v9 remove old'],
  async run({ positionals, context, output }) {
    const [reference, ...words] = positionals
    if (reference === undefined) {
      const counts = new Map<string, number>()
      for (const { tags } of context.engine().store.list())
        for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1)
      const tags = [...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1))
      output.data({ tags: tags.map(([tag, count]) => ({ tag, count })) })
      for (const [tag, count] of tags) output.print(`${count}  ${printable(tag)}`)
      if (tags.length === 0) output.print(output.say(tagCommandTexts.noTagsYet))
      return 0
    }
    const engine = await context.engineOf([reference], { writes: words.length > 0 })
    const memory = engine.store.find(reference)
    const tags = changed(memory.tags, words)
    for (const tag of absent(memory.tags, words))
      output.note(output.say(message(tagCommandTexts.noTag, { tag: printable(tag) })))
    const saved =
      words.length === 0
        ? { memory, written: undefined }
        : await engine.store.edit(
            memory,
            { fields: { tags: tags.length > 0 ? tags : undefined } },
            context.changedBy(),
          )
    output.data({
      memory: saved.memory,
      tags: saved.memory.tags,
      change: saved.written && changeIdOf(saved.written),
    })
    const list = saved.memory.tags.map(printable).join(output.say(tagCommandTexts.separator)) || '–'
    const name = printable(saved.memory.name)
    output.print(output.say(message(tagCommandTexts.nameList, { name, list })))
    return 0
  },
}

const SIGNS = new Map([
  ['add', '+'],
  ['remove', '-'],
])

/** `add x` is `+x`, `remove x` is `-x`; a tag of such a name is written with its sign. */
function signed(words: readonly string[]): readonly string[] {
  const [word = '', ...tags] = words
  const sign = SIGNS.get(word)
  if (sign === undefined) return words
  if (tags.length === 0 || tags.some((tag) => /^[+-]/.test(tag)))
    throw usage(
      message(editCommandsTexts.tagsAfterWord, { word }),
      message(editCommandsTexts.tagOfThatName, { word }),
    )
  return tags.map((tag) => sign + tag)
}

/** What was to be removed and is not there. */
function absent(known: readonly string[], words: readonly string[]): string[] {
  const removed = signed(words).filter((word) => word.startsWith('-'))
  return removed.map((word) => word.slice(1).trim()).filter((tag) => !known.includes(tag))
}

function changed(known: readonly string[], words: readonly string[]): string[] {
  const tags = new Set(known)
  for (const word of signed(words)) {
    const tag = word.replace(/^[+-]/, '').trim()
    if (tag === '' || /[,，\n]/.test(tag))
      throw usage(message(editCommandsTexts.notATag, { word }), message(editCommandsTexts.noCommas))
    if (word.startsWith('-')) tags.delete(tag)
    else tags.add(tag)
  }
  return [...tags]
}
