// Frontmatter as people and other agents write it, which is not always YAML: `description: Use it when: …`. Each field
// is read by itself, and one that cannot be read is the text that stands there; but not where it says what an agent may
// do: half a list of what is forbidden would allow the rest.
import { readYaml } from '../../base/yaml/yaml.ts'

const MAX_LENGTH = 16_384
const MAX_FIELDS = 100
const FIELD = /^([A-Za-z][\w-]*):(?:[ \t]|$)/
const LIMITS = [
  ...['tools', 'disallowedTools', 'permissionMode', 'hooks', 'mcpServers'],
  ...['allowed-tools', 'disable-model-invocation', 'user-invocable'],
]
/** One in a line that belongs to another field: indented, quoted or otherwise not seen as a field. */
const HIDDEN_LIMIT = new RegExp(`^[\\s?{]*["']?(?:${LIMITS.join('|')})["']?\\s*(?::|$)`)

interface Field {
  name: string
  lines: string[]
}

/** Undefined where it is too much, no field at all, or does not say for certain what is allowed. */
export function readFields(yaml: string): Record<string, unknown> | undefined {
  if (yaml.length > MAX_LENGTH) return undefined
  const fields = splitFields(yaml)
  if (!fields || fields.length === 0 || fields.length > MAX_FIELDS) return undefined
  const data = new Map<string, unknown>()
  for (const { name, lines } of fields) {
    const read = readField(name, lines)
    if (!read || (LIMITS.includes(name) && data.has(name))) return undefined
    data.set(name, read.value)
  }
  return Object.fromEntries(data)
}

/** Undefined where something stands before the first. */
function splitFields(yaml: string): Field[] | undefined {
  const fields: Field[] = []
  for (const line of yaml.split(/\r\n|\n|\r/)) {
    const name = FIELD.exec(line)?.[1]
    const last = fields.at(-1)
    if (name !== undefined) fields.push({ name, lines: [line] })
    else if (last) last.lines.push(line)
    else if (!/^\s*(?:#|$)/.test(line)) return undefined
  }
  return fields
}

function readField(name: string, lines: readonly string[]): { value: unknown } | undefined {
  const text = lines.join('\n')
  const read = readYaml(text, { most: MAX_LENGTH })
  if ('data' in read) {
    const others = Object.keys(read.data).filter((key) => key !== name)
    return others.length === 0 ? { value: read.data[name] } : undefined
  }
  if (LIMITS.includes(name) || lines.slice(1).some((line) => HIDDEN_LIMIT.test(line))) return undefined
  return { value: text.slice(name.length + 1).trim() }
}
