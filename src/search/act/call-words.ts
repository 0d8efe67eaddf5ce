// The words by which a shell tells that a call could match a trigger: a line for each trigger, with words that every call
// that matches must have.
import type { Trigger } from '../../memory/moments.ts'

const MOST_WORDS = 3

/** An empty line lets every call through. */
export function callWords(triggers: readonly Trigger[]): string[] {
  const lines = new Set(triggers.map((trigger) => wordsOf(trigger).join(' ')))
  return lines.has('') ? [''] : [...lines].sort()
}

/** The longest parts that are written the same in a trigger, in a shell line and in JSON. */
function wordsOf(trigger: Trigger): string[] {
  const words = textsOf(trigger).flatMap((text) => text.split(/[^\p{L}\p{N}_-]+/u))
  return [...new Set(words)]
    .filter((word) => word !== '')
    .sort((a, b) => b.length - a.length)
    .slice(0, MOST_WORDS)
}

function textsOf(trigger: Trigger): string[] {
  if ('add' in trigger) return [trigger.add, ...partsOf(trigger.in ?? '')]
  if ('run' in trigger) return partsOf(trigger.run)
  return partsOf('edit' in trigger ? trigger.edit : trigger.write)
}

/** What stands between the signs of a glob. */
function partsOf(glob: string): string[] {
  return glob.split(/\[!?\]?[^\]]*\]|[*?]+/)
}
