// A list of tools as a server sends it, without those that are none: the SDK would refuse the whole list for one of them.

import type { Message } from '../../base/messages/message.ts'
import { isObject } from '../../base/values/is-object.ts'

interface ToolCheck {
  /** Why a tool cannot be used. */
  faultOf(tool: unknown): Message | undefined
  onLeftOut(tool: string, fault: Message): void
}

/** What came from a server; everything but a list of tools, and a list of sound ones, is returned as it is. */
export function withSoundTools<T>(received: T, { faultOf, onLeftOut }: ToolCheck): T {
  if (!isObject(received) || !isObject(received.result) || !Array.isArray(received.result.tools))
    return received
  const tools: readonly unknown[] = received.result.tools
  const sound = tools.filter((tool, at) => {
    const fault = faultOf(tool)
    if (fault) onLeftOut(nameOf(tool) ?? `#${at + 1}`, fault)
    return !fault
  })
  return sound.length === tools.length
    ? received
    : { ...received, result: { ...received.result, tools: sound } }
}

function nameOf(tool: unknown): string | undefined {
  return isObject(tool) && typeof tool.name === 'string' && tool.name !== '' ? tool.name : undefined
}
