// Says which texts leave this machine for an embedding provider, where the person reads it.

import type { Settings } from '../base/settings/settings.ts'
import { describeSending, markSendingTold, untoldSending } from '../search/texts-sent.ts'
import type { Output } from './output.ts'

/** Before the command sends anything: once for each address. */
export function noteSendingOnce(output: Output, settings: Settings, home: string): void {
  const untold = untoldSending(home, settings)
  if (!untold) return
  output.note(`${output.paint.yellow('!')} ${output.say(untold)}`)
  markSendingTold(home, settings)
}

/** In full the first time, in short ever after. */
export function noteSending(output: Output, settings: Settings, home: string): void {
  const said = untoldSending(home, settings) ?? describeSending(settings)
  if (!said) return
  output.note(`${output.paint.yellow('!')} ${output.say(said)}`)
  markSendingTold(home, settings)
}
