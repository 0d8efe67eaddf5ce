// What there is to say about the symbol list of a checkout, for doctor, jobs and explain.
import type { GitPlace } from '../base/git/git.ts'
import { type Message, message } from '../base/messages/message.ts'
import { symbolsTexts } from '../base/messages/symbols.ts'
import { symbolListPath } from './verify/symbols/list-path.ts'
import { openSymbolList } from './verify/symbols/symbol-list.ts'

interface SymbolListReport {
  status: 'listed' | 'incomplete' | 'none' | 'no-git'
  /** ISO time of the listing. */
  time?: string
  files?: number
  names?: number
  /** Why names are not verified, or never called gone. */
  problem?: Message
}

export function examineSymbolList(state: string, git: GitPlace | undefined): SymbolListReport {
  if (!git) return { status: 'no-git', problem: message(symbolsTexts.listNoGit) }
  const list = openSymbolList(symbolListPath(state, git.workTree), git.workTree)
  if (!list) return { status: 'none', problem: message(symbolsTexts.listNone) }
  const { time, files, entries, complete } = list.header
  list.close()
  const known = { time: new Date(time).toISOString(), files, names: entries }
  if (complete) return { status: 'listed', ...known }
  return { status: 'incomplete', ...known, problem: message(symbolsTexts.listIncomplete) }
}
