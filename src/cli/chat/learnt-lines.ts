// What a conversation has learnt, in lines for the person.

import { extractionTexts } from '../../base/messages/extraction.ts'
import { listOf, message } from '../../base/messages/message.ts'
import type { ExtractionDone } from '../../learn/run-extraction.ts'
import { describeSaved } from '../../learn/saved-notices.ts'
import { type Output, printable } from '../output.ts'

/** What was learnt from what the person said: as soon as it is, above the prompt where one is shown. */
export function learntLines(output: Output, { saved, secrets }: ExtractionDone): string[] {
  const learnt = describeSaved(saved)
  return [
    ...(learnt ? [output.paint.green(`✓ ${printable(output.say(learnt))}`)] : []),
    ...(secrets.length > 0
      ? [
          output.paint.yellow(
            `! ${output.say(message(extractionTexts.notSavedSecret, { rules: listOf(secrets) }))}`,
          ),
        ]
      : []),
  ]
}
