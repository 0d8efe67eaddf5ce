// What was ignored in the settings, in the person's language.

import { commandLineTexts } from '../base/messages/command-line.ts'
import { type Message, message } from '../base/messages/message.ts'
import { settingsTexts } from '../base/messages/settings.ts'
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
  output.note(output.say(message(settingsTexts.settingsUnsupported, { names: names.join(', ') })))
}

/** With the result of any command: otherwise nobody learns why a setting has no effect. */
export function noteBrokenSettings(output: Output, broken: readonly Message[]): void {
  for (const warning of broken)
    output.note(
      `${output.paint.yellow('!')} ${output.say(warning)}${output.say(commandLineTexts.correctUntilThenNone)}`,
    )
}
