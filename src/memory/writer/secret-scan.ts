// The writer's secret step: private memory has a certain secret cut out, shared memory refuses it; a likely one warns.
import { joinMessages, type Message, message } from '../../base/messages/message.ts'
import { storeTexts } from '../../base/messages/store.ts'
import { loadScanner, type Scanner } from '../../base/secrets/load-scanner.ts'
import type { SecretFinding } from '../../base/secrets/secret-finding.ts'
import { joinDocument, parseDocument, setFields } from '../../base/yaml/frontmatter.ts'
import type { SecretScan } from './content-check.ts'

export async function loadSecretScan(): Promise<SecretScan> {
  return secretScan(await loadScanner())
}

export function secretScan({ redactSecrets, scanSecrets }: Scanner): SecretScan {
  const find = scanOnce(scanSecrets)
  return (text, { shared }) => {
    const { findings, told, isFile } = find(text)
    const placed = ({ line, rule }: SecretFinding) => ({
      at: message(isFile ? storeTexts.lineOfFile : storeTexts.lineOfText, { line }),
      rule,
    })
    const certain = findings.filter((finding) => finding.tier === 'block')
    const likely = onePerValue(
      text,
      findings.filter((finding) => finding.tier === 'warn'),
    )
    const warnings = likely
      .filter((finding) => !told.has(finding))
      .map((finding) => message(storeTexts.mayHoldSecret, placed(finding)))
    if (certain.length === 0) return { status: 'ok', text, warnings }
    if (shared) {
      const found = joinMessages(certain.map((finding) => message(storeTexts.secretAt, placed(finding))))
      const reason = message(storeTexts.secretInShared, { found })
      return { status: 'refused', reason, fix: message(storeTexts.takeSecretOut) }
    }
    const cut = certain.map((finding) => message(storeTexts.secretCutOut, placed(finding)))
    const clean = redactDocument(text, (part) => redactSecrets(part, { from: 'block' }).text)
    // What is left of it will be the body of a file.
    if (!isFile) find(clean)
    return { status: 'ok', text: clean, warnings: [...cut, ...warnings] }
  }
}

/** A text that was looked through before it got its frontmatter; several may be on their way at once. */
const REMEMBERED = 8

interface Scanned {
  findings: SecretFinding[]
  /** Those in a body that was looked through by itself: they were reported with the lines of that text. */
  told: ReadonlySet<SecretFinding>
  /** It has a frontmatter: lines are those of the file. */
  isFile: boolean
}

const NONE: ReadonlySet<SecretFinding> = new Set()

/**
 * What is added is looked through by itself, before a name is made of it, and is then the body of a file: of that only
 * the frontmatter is new.
 */
function scanOnce(scan: (text: string) => SecretFinding[]): (text: string) => Scanned {
  const known = new Map<string, SecretFinding[]>()
  const look = (text: string): SecretFinding[] => {
    const key = text.trimEnd()
    const findings = known.get(key) ?? scan(text)
    known.delete(key)
    known.set(key, findings)
    for (const oldest of known.keys()) if (known.size > REMEMBERED) known.delete(oldest)
    return findings
  }
  return (text) => {
    const { open, body } = parseDocument(text)
    const isFile = open !== ''
    if (!isFile || !known.has(body.trimEnd())) return { findings: look(text), told: NONE, isFile }
    const head = text.slice(0, text.length - body.length)
    const lines = head.split('\n').length - 1
    const below = look(body).map((finding) => ({
      ...finding,
      line: finding.line + lines,
      start: finding.start + head.length,
      end: finding.end + head.length,
    }))
    return { findings: [...scan(head), ...below], told: new Set(below), isFile }
  }
}

/** Something that may be a secret is in what was saved. */
export function isLikelySecret({ key }: Message): boolean {
  return key === storeTexts.mayHoldSecret.key
}

/** A name and a description are made of the text: the same value is reported once, at its last position. */
function onePerValue(text: string, findings: readonly SecretFinding[]): SecretFinding[] {
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
  const joined = joinDocument({ ...setFields(document, changes), body: redact(document.body) })
  // What is outside the values, in a comment or a field's name, is left to the whole text.
  return redact(joined) === joined ? joined : redact(text)
}

function redactValue(value: unknown, redact: (part: string) => string): unknown {
  if (typeof value === 'string') return redact(value)
  if (Array.isArray(value)) return value.map((item) => redactValue(item, redact))
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([key, item]) => [key, redactValue(item, redact)]))
}
