// Assistants that talk to people remember the person: what says nothing of a project is about them.
import type { MemoryKind, MemoryType } from '../../memory.ts'

const PREFERS = /\b(?:prefers?|likes?|loves?|dislikes?|wants?|enjoys?|hates?)\b|喜欢|偏好|希望|讨厌/i

/** Begins with the person, or with a verb whose subject they are: "Has a dog". */
const OF_PERSON =
  /^(?:the )?user\b|^(?:i|my)\b|用户|^我|^(?:is|was|has|had|lives?|works?|speaks?|owns?|studies|studied|plays?|uses|knows|needs|plans|grew|born|married|allergic)\b/i

const OF_PROJECT =
  /\b(?:projects?|repo(?:sitor(?:y|ies))?s?|codebase|pull requests?|branch(?:es)?|commits?|deploy\w*|releases?|pipelines?|ci|apis?|endpoints?|databases?|schemas?|servers?|migrations?|sprints?|back-?end|front-?end|staging|production)\b|项目|仓库|代码|部署|发布|接口|数据库|服务器|测试|分支/i

export function isPreference(text: string): boolean {
  return PREFERS.test(text)
}

/** The type of a memory of such an assistant; undefined leaves it to the kind. */
export function typeOfMemory(text: string, kind: MemoryKind | undefined): MemoryType | undefined {
  if (kind === 'project_context') return undefined
  return OF_PERSON.test(text) || PREFERS.test(text) || !OF_PROJECT.test(text) ? 'user' : undefined
}
