// The last line of defence: a text as the agent would read it, once more without secrets.
import { insideEnvelope } from './envelope.ts'
import { inertFact } from './inert-text.ts'

/**
 * The memory directory stands in every header, its name looks like a key to a quick look, and loading the scanner
 * takes longer than all else: the text is looked at between its occurrences.
 */
export function redactShown(
  text: string,
  directory: string,
  redact: (text: string) => Promise<string>,
): Promise<string> {
  const known = inertFact(directory)
  return insideEnvelope(text, async (inside) => {
    const pieces = known === '' ? [inside] : inside.split(known)
    return (await Promise.all(pieces.map(redact))).join(known)
  })
}
