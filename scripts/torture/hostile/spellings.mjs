// One setting as a file may spell it: nested or dotted, in snake case, below `memory`, with what JSON lets pass.
import { nest } from './payloads.mjs'

export function spell(key, value, random) {
  const name = random.pick([
    key,
    key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`),
    `memory.${key}`,
  ])
  const data = random.pick([() => nest({ [name]: value }), () => ({ [name]: value })])()
  const text = JSON.stringify(data)
  const doubled = () =>
    text.replace(/^\{/, `{"autoMemoryEnabled": true, "__proto__": ${text}, "constructor": ${text}, `)
  return random.pick([() => text, () => `\ufeff${text}`, () => JSON.stringify(data, null, 2), doubled])()
}
