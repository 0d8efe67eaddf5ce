// Who said a memory, as people read it.

import type { Text } from '../base/messages/message.ts'
import { originsTexts } from '../base/messages/origins.ts'
import type { Origin } from '../memory/memory.ts'

export const ORIGIN_LABELS: Record<Origin | 'unknown', Text> = {
  user: originsTexts.user,
  agent: originsTexts.agent,
  reported: originsTexts.reported,
  tool: originsTexts.tool,
  web: originsTexts.web,
  include: originsTexts.include,
  import: originsTexts.import,
  team: originsTexts.team,
  unknown: originsTexts.unknown,
}
