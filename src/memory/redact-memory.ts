// Cuts secrets out of text that others wrote, before it is shown. The scanner is loaded only for text that could hold
// one: most memories have no long run of letters and digits, no address with a password, no key.
import { loadScanner } from '../secrets/load-scanner.ts'

const SUSPECT =
  /(?=[\w+/.=-]{0,200}\d)[\w+/.=-]{16,}|-----BEGIN|:\/\/[^\s/:@]{1,100}:[^\s@]{1,200}@|(?:pass|secret|token|key|pwd|auth|密码|口令|密钥)[\w ]{0,20}[:=：]/i

export async function redactMemory(text: string): Promise<string> {
  if (!SUSPECT.test(text)) return text
  const { redactSecrets } = await loadScanner()
  return redactSecrets(text, { from: 'block' }).text
}

/** The same for every text in a value, however deep. */
export async function redactValues(value: unknown): Promise<unknown> {
  if (typeof value === 'string') return redactMemory(value)
  if (Array.isArray(value)) return Promise.all(value.map(redactValues))
  if (typeof value !== 'object' || value === null) return value
  const entries = Object.entries(value).map(async ([key, one]) => [key, await redactValues(one)] as const)
  return Object.fromEntries(await Promise.all(entries))
}
