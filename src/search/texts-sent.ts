// Texts leave this machine only for an embedding provider that the settings name. Whoever pasted a configuration may not
// know that: it is said once for each address, and nothing is sent before.

import { type Message, message } from '../base/messages/message.ts'
import { textsSentTexts } from '../base/messages/texts-sent.ts'
import type { Settings } from '../base/settings/settings.ts'
import { markTold, wasTold } from '../base/settings/told-once.ts'
import { attempt } from '../base/values/attempt.ts'
import { MemdirError } from '../base/values/errors.ts'
import { providerAddress } from './embed/provider-address.ts'

interface TextsSent {
  model: string
  /** Without path, user or key. */
  host: string
}

/** Undefined: no text leaves the machine. */
export function textsSent(settings: Pick<Settings, 'get'>): TextsSent | undefined {
  const model = settings.get('storage.embeddingModel') ?? ''
  const baseUrl = settings.get('storage.embeddingUrl')
  if (model === '' && !baseUrl) return undefined
  // What has no address is a fault that search says by itself: nothing is sent there either.
  const url = attempt(() => new URL(providerAddress({ model, ...(baseUrl && { baseUrl }) })))
  if (!url || /^(?:localhost|127(?:\.\d{1,3}){3}|\[::1\])$/.test(url.hostname)) return undefined
  return { model, host: url.host }
}

/** What a person is told before anything is sent; undefined where there is nothing to tell, or it was told. */
export function untoldSending(home: string, settings: Pick<Settings, 'get'>): Message | undefined {
  const sent = textsSent(settings)
  return sent && !wasTold(home, aboutOf(sent))
    ? message(textsSentTexts.textsWillGoTo, { ...sent })
    : undefined
}

/** After it was said. */
export function markSendingTold(home: string, settings: Pick<Settings, 'get'>): void {
  const sent = textsSent(settings)
  if (sent) markTold(home, aboutOf(sent))
}

/** For whoever asks how things are, always. */
export function describeSending(settings: Pick<Settings, 'get'>): Message | undefined {
  const sent = textsSent(settings)
  return sent && message(textsSentTexts.textsGoTo, { ...sent })
}

/** Before every request. Throws `unavailable` until it was told: words answer meanwhile. */
export function demandTold(home: string, settings: Pick<Settings, 'get'>): void {
  const sent = textsSent(settings)
  if (!sent || wasTold(home, aboutOf(sent))) return
  throw new MemdirError('unavailable', message(textsSentTexts.nothingSentYet, { host: sent.host }), {
    fix: message(textsSentTexts.tellFirst),
  })
}

function aboutOf({ host }: TextsSent): readonly unknown[] {
  return ['texts sent to', host]
}
