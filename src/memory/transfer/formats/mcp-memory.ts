// The knowledge graph of the MCP reference server "memory": one JSON object a line, entities and relations.
import { isObject } from '../../../base/values/is-object.ts'
import { type ImportedMemory, nonEmptyText, nonEmptyTexts } from './imported.ts'

/** Each entity with its observations and relations is one memory. Lines that are no JSON are refused by the caller. */
export function readMcpMemory(lines: readonly unknown[]): ImportedMemory[] {
  const relations = new Map<string, string[]>()
  for (const line of lines) {
    if (!isObject(line) || line.type !== 'relation') continue
    const [from, to, how] = [nonEmptyText(line.from), nonEmptyText(line.to), nonEmptyText(line.relationType)]
    if (from && to && how) relations.set(from, [...(relations.get(from) ?? []), `${from} ${how} ${to}`])
  }
  const memories: ImportedMemory[] = []
  const named = new Set<string>()
  for (const line of lines) {
    const name = isObject(line) && line.type === 'entity' ? nonEmptyText(line.name) : undefined
    if (!isObject(line) || !name) continue
    named.add(name)
    const said = [...nonEmptyTexts(line.observations), ...(relations.get(name) ?? [])]
    if (said.length === 0) continue
    const category = nonEmptyText(line.entityType)
    const kind =
      category && /person|people|user|friend|colleague|人/i.test(category) ? 'relationship' : 'fact'
    memories.push({
      name,
      content:
        said.length === 1 ? `${name}: ${said[0]}` : `${name}\n\n${said.map((one) => `- ${one}`).join('\n')}`,
      kind,
      category,
      source: { origin: 'import' },
    })
  }
  for (const [name, said] of relations)
    if (!named.has(name))
      memories.push({ name, content: said.join('\n'), kind: 'fact', source: { origin: 'import' } })
  return memories
}
