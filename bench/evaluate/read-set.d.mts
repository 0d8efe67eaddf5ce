// What tests see of read-set.mjs.
export interface SetPrompt {
  id: string
  text: string
  lang: 'en' | 'zh' | 'mixed'
  relevant: readonly string[]
}

export interface SetMessage {
  id: string
  text: string
  conversation: string
  time?: string
  keep?: 'yes' | 'maybe' | 'no'
}

export interface SetMemory {
  id: string
  text: string
}

export interface SetDocument extends SetMemory {
  group: string
  quote?: string
}

export interface SetQuery extends SetDocument {
  relevant: string[]
  category: string
}

export declare function languageOf(text: string): SetPrompt['lang']
export declare function readCorpus(path: string): SetDocument[]
export declare function readQueries(path: string): SetQuery[]
export declare function readPrompts(path: string): SetPrompt[]
export declare function readSetMemories(path: string): SetMemory[]
export declare function readMessages(path: string): SetMessage[]
export declare function withStatements(
  corpus: readonly SetDocument[],
  statements: readonly { text: string; evidence: string[] }[],
): SetDocument[]
