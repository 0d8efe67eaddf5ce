// The scanner, loaded when it is first needed: a dozen modules of rules are a cost that only a write should pay.
import type { redactSecrets } from './redact-secrets.ts'
import type { scanSecrets } from './scan-secrets.ts'

export interface Scanner {
  scanSecrets: typeof scanSecrets
  redactSecrets: typeof redactSecrets
}

export async function loadScanner(): Promise<Scanner> {
  const [scan, redact] = await Promise.all([import('./scan-secrets.ts'), import('./redact-secrets.ts')])
  return { scanSecrets: scan.scanSecrets, redactSecrets: redact.redactSecrets }
}
