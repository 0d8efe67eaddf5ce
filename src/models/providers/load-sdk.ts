// The providers' packages are optional: loaded when a provider is used, and named exactly when they are missing.
import { createRequire } from 'node:module'
import { message } from '../../base/messages/message.ts'
import { modelsTexts } from '../../base/messages/models.ts'
import { installCommand } from '../../base/processes/install-command.ts'
import { MemdirError, systemCode } from '../../base/values/errors.ts'

const VERSIONS = {
  '@anthropic-ai/sdk': '1.8.0',
  openai: '6.49.0',
  ollama: '0.6.4',
} as const

export type SdkName = keyof typeof VERSIONS

const require = createRequire(import.meta.url)
const MISSING = ['ERR_MODULE_NOT_FOUND', 'MODULE_NOT_FOUND']

/** `part`: a path inside the package. `require` reads many small files a third faster than `import` does. */
export async function loadSdk<T>(
  name: SdkName,
  part?: string,
  load: (path: string) => T | Promise<T> = (path) => require(path) as T,
): Promise<T> {
  try {
    return await load(part === undefined ? name : `${name}/${part}`)
  } catch (error) {
    if (!MISSING.includes(systemCode(error) ?? '')) throw error
    throw new MemdirError('unavailable', message(modelsTexts.packageMissing, { name }), {
      fix: message(modelsTexts.packageMissingFix, { command: installCommand(`${name}@${VERSIONS[name]}`) }),
    })
  }
}
