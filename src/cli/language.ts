// Each text in both languages; the person's language selects one.
import type { Language, Text } from '../base/messages/message.ts'

export type { Language, Text }
