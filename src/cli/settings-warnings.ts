// What was ignored in the settings, told in the person's language.
import { localise } from './localise-error.ts'
import type { Output } from './output.ts'

export function noteSettingsWarnings(output: Output, warnings: readonly string[]): void {
  for (const warning of warnings)
    output.note(`${output.paint.yellow('!')} ${localise(warning, output.language)}`)
}

/** Beside the result of any command: otherwise nobody learns why a setting does not count. */
export function noteBrokenSettings(output: Output, broken: readonly string[]): void {
  for (const warning of broken)
    output.note(
      `${output.paint.yellow('!')} ${localise(warning, output.language)}${output.say({
        en: '. Correct it: until then none of its settings count.',
        zh: '。请修正：在此之前其中的设置均不生效。',
      })}`,
    )
}
