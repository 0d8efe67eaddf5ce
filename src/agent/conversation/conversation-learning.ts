// What memdir learns of one of its own conversations: that it is there, which memories it used, and what was said in it.

import { extractionTexts } from '../../base/messages/extraction.ts'
import { isMessage, type Message, message } from '../../base/messages/message.ts'
import { problemOf } from '../../base/values/problem-of.ts'
import { noteHeard } from '../../learn/heard-conversations.ts'
import { learningNews } from '../../learn/learning-stopped.ts'
import { noteUsed } from '../../learn/note-used.ts'
import { messagesAfter } from '../../learn/notes-cursor.ts'
import { spoolEnd } from '../../learn/own-turns.ts'
import { MOST_TRIES } from '../../learn/plan-extraction.ts'
import type { ProjectContext } from '../../search/project-context.ts'
import {
  type ConversationExtraction,
  type ConversationExtractionOptions,
  conversationExtraction,
} from './conversation-extraction.ts'
import type { ConversationPlan } from './plan-conversation.ts'

export interface ConversationLearning extends ConversationExtraction {
  start(): void
  /** Which memories the agent used in the messages after this one. Never throws. */
  noteUsedAfter(message: string | undefined): Promise<void>
  /** That a cap has ended learning for today; once a day among all processes. */
  takeNotices(): Message[]
}

interface LearningDependencies
  extends Pick<ConversationExtractionOptions, 'forkPoint' | 'model' | 'messages'> {
  onLearnt: ConversationExtractionOptions['onDone'] | undefined
  onNotice(notice: Message): void
}

export function conversationLearning(
  context: ProjectContext,
  { id, path, unattended }: Pick<ConversationPlan, 'id' | 'path' | 'unattended'>,
  { onLearnt, onNotice, ...conversation }: LearningDependencies,
): ConversationLearning {
  const extraction = conversationExtraction(context, {
    ...{ ...conversation, id, unattended },
    onDone: (outcome) => onLearnt?.(outcome),
    onProblem: (error) => onNotice(extractionFailed(error)),
    onGivenUp: (problem) => onNotice(message(extractionTexts.givenUp, { tries: MOST_TRIES, problem })),
    spool: () => spoolEnd(context, id, unattended),
    startWorker: () => context.ports.requestWork('end'),
  })
  return {
    ...extraction,
    start() {
      if (!unattended) noteHeard(context, { conversation: id, client: 'memdir', path })
    },
    async noteUsedAfter(last) {
      try {
        await noteUsed(context, id, messagesAfter(conversation.messages(), last))
      } catch {
        // Counting must not keep anybody from talking.
      }
    },
    takeNotices() {
      const news = learningNews(context, true)
      return news ? [news.message] : []
    },
  }
}

function extractionFailed(error: unknown): Message {
  return message(extractionTexts.failed, { problem: isMessage(error) ? error : problemOf(error) })
}
