// What was ignored in the settings, told in the person's language.
import { localise } from './localise-error.ts'
import type { Output } from './output.ts'

export function noteSettingsWarnings(output: Output, warnings: readonly string[]): void {
  for (const warning of warnings)
    output.note(`${output.paint.yellow('!')} ${localise(warning, output.language)}`)
}
