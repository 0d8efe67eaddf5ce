// What was ignored in the settings, in the person's language.
import { type Message, message } from '../base/messages/message.ts'
import { SETTINGS_UNSUPPORTED } from '../base/messages/settings.ts'
import type { Settings } from '../base/settings/settings.ts'
import type { Output } from './output.ts'

export function noteSettingsWarnings(
  output: Output,
  { warnings, unsupported }: Pick<Settings, 'warnings' | 'unsupported'>,
): void {
  for (const warning of warnings) output.note(`${output.paint.yellow('!')} ${output.say(warning)}`)
  if (unsupported.length > 0) noteUnsupported(output, unsupported)
}

/** One line for all of them. */
export function noteUnsupported(output: Output, names: readonly string[]): void {
  output.note(output.say(message(SETTINGS_UNSUPPORTED, { names: names.join(', ') })))
}

/** With the result of any command: otherwise nobody learns why a setting has no effect. */
export function noteBrokenSettings(output: Output, broken: readonly Message[]): void {
  for (const warning of broken)
    output.note(
      `${output.paint.yellow('!')} ${output.say(warning)}${output.say({
        en: '. Correct it: until then none of its settings count.',
        zh: '。请修正：在此之前其中的设置均不生效。',
      })}`,
    )
}
