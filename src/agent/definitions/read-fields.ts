// Frontmatter as people and other agents write it, which is not always YAML: `description: Use it when: …`. Each field
// is read by itself, and one that cannot be read is the text that stands there.
import { readYaml } from '../../lib/yaml.ts'

const MAX_LENGTH = 16_384
const MAX_FIELDS = 100
const FIELD = /^([A-Za-z][\w-]*):(?:[ \t]|$)/

/** Undefined where it is too much, or no field at all. */
export function readFields(yaml: string): Record<string, unknown> | undefined {
  if (yaml.length > MAX_LENGTH) return undefined
  const fields: { name: string; lines: string[] }[] = []
  for (const line of yaml.split(/\r\n|\n|\r/)) {
    const name = FIELD.exec(line)?.[1]
    if (name !== undefined) fields.push({ name, lines: [line] })
    else fields.at(-1)?.lines.push(line)
  }
  if (fields.length === 0 || fields.length > MAX_FIELDS) return undefined
  return Object.fromEntries(fields.map(({ name, lines }) => [name, fieldValue(name, lines)]))
}

function fieldValue(name: string, lines: readonly string[]): unknown {
  const text = lines.join('\n')
  const read = readYaml(text, { most: MAX_LENGTH })
  return 'data' in read ? read.data[name] : text.slice(name.length + 1).trim()
}
