// What the name of a file says about names in code. A file is called what it is called: a claim that is spelled so may mean
// the file. That its words, joined in another way, are a name in code (`user-card.vue`: `UserCard`) is only to be expected
// where the code gives its export no name.
import { DEFINED, entryOfText, MENTIONED } from './entry.ts'

/** Components, which templates use by the name of their file. */
const COMPONENT = /\.(?:vue|svelte|astro|jsx|tsx|hbs|razor|cshtml)$/
/** Exports that whoever imports them names, after the file. */
const UNNAMED_EXPORTS = ['export default', 'module.exports', 'export = ']

/** Whether the file's own name is how others call what it contains. */
export function givesName(path: string, text?: Buffer): boolean {
  return COMPONENT.test(path) || UNNAMED_EXPORTS.some((found) => text?.includes(found))
}

/** `parts`: of the path. */
export function fileNameEntries(parts: readonly string[], isName: boolean): number[] {
  const called = parts.flatMap((part) => [part, stemOf(part), ...part.split('.')])
  const entries = called.map((word) => entryOfText(word, DEFINED, 'file'))
  if (!isName) return entries
  // `base/Button.vue` is `BaseButton` to some frameworks, `user-card/index.tsx` is `UserCard`.
  const stems = parts.map(stemOf)
  const ends = stems.map((_, at) => stems.slice(at).join('-'))
  const words = [...called, ...ends, ...ends.map((end) => end.replace(/-index$/, ''))]
  const spelled = words.flatMap((word) => [word, word.charAt(0).toUpperCase() + word.slice(1)])
  return [...entries, ...spelled.map((word) => entryOfText(word, MENTIONED))]
}

function stemOf(name: string): string {
  return name.replace(/(?!^)\..*$/, '')
}
