// The scanner, loaded when it is first needed: a dozen modules of rules are a cost that only a write should pay.

export type Scanner = typeof import('./scanner.ts')

export function loadScanner(): Promise<Scanner> {
  return import('./scanner.ts')
}
