// The scanner as one module, so that loading it is one step.
export { redactSecrets } from './redact-secrets.ts'
export { scanSecrets } from './scan-secrets.ts'
