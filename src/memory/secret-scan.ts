// The writer's secret step: private memory has a certain secret cut out, shared memory refuses it; a likely one warns.
import type { Finding } from '../secrets/finding.ts'
import { loadScanner } from '../secrets/load-scanner.ts'
import type { SecretScan } from './content-check.ts'
import { joinDocument, parseDocument, setFields } from './frontmatter.ts'

export async function loadSecretScan(): Promise<SecretScan> {
  const { redactSecrets, scanSecrets } = await loadScanner()
  return (text, { shared }) => {
    const findings = scanSecrets(text)
    const certain = findings.filter((finding) => finding.tier === 'block')
    const likely = onePerValue(
      text,
      findings.filter((finding) => finding.tier === 'warn'),
    )
    const warnings = likely.map((finding) => `${place(finding)} ${MAY_HOLD} (${finding.rule})`)
    if (certain.length === 0) return { status: 'ok', text, warnings }
    if (shared) {
      const found = certain.map((finding) => `${finding.rule} in ${place(finding)}`).join(', ')
      const reason = `it holds a secret (${found}), and shared memory is read by others`
      return { status: 'refused', reason, fix: 'Take the secret out and save again.' }
    }
    const cut = certain.map((finding) => `a secret was cut out of ${place(finding)} (${finding.rule})`)
    const clean = redactDocument(text, (part) => redactSecrets(part, { from: 'block' }).text)
    return { status: 'ok', text: clean, warnings: [...cut, ...warnings] }
  }
}

const MAY_HOLD = 'may hold a secret'

/** A warning about something that is still in the text, and so is said again of the file that holds it. */
export function isStillThere(warning: string): boolean {
  return warning.includes(MAY_HOLD)
}

/** A name and a description are made of the text: the same value is told once, where it stands last. */
function onePerValue(text: string, findings: readonly Finding[]): Finding[] {
  const last = new Map(findings.map((finding) => [text.slice(finding.start, finding.end), finding]))
  return [...last.values()].sort((a, b) => a.start - b.start)
}

/** Field by field where there is frontmatter: a note put into a line of YAML could make it unreadable. */
function redactDocument(text: string, redact: (part: string) => string): string {
  const document = parseDocument(text)
  if (document.status !== 'ok') return redact(text)
  const changes: Record<string, unknown> = {}
  for (const [key, value] of Object.entries(document.data)) {
    const clean = redactValue(value, redact)
    if (JSON.stringify(clean) !== JSON.stringify(value)) changes[key] = clean
  }
  const fields = Object.keys(changes).length > 0 ? setFields(document, changes) : document
  const joined = joinDocument({ ...fields, body: redact(document.body) })
  // What stands outside the values, in a comment or a field's name, is left to the whole text.
  return redact(joined) === joined ? joined : redact(text)
}

function redactValue(value: unknown, redact: (part: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactValue(item, redact)]))
}

function place({ line }: Finding): string {
  return `line ${line}`
}
