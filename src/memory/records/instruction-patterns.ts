// Wordings that hardly anybody writes down but to give an agent orders. Data: a hint for what to hold back, not the
// defence, which is the envelope (docs/origin.md says what this list does not find). A pattern earns its place by
// never matching an ordinary note; it is tried only where one of its words occurs, so that most texts compile none.
// The text is looked at in lower case, as it is read, with blanks for line breaks.

export type InstructionKind = 'override' | 'impersonate' | 'execute' | 'send' | 'conceal'

interface InstructionPattern {
  kind: InstructionKind
  /** One of these occurs in whatever the pattern matches. */
  words: readonly string[]
  pattern: string
}

const INSTRUCTIONS = '(?:instructions?|prompts?|rules|guidelines?|directives?)'
const SECRET =
  '(?:\\.env|credentials|api keys?|secrets|passwords|tokens|private keys?|ssh keys?|environment variables|chat history|transcripts?|system prompt)'
const ADDRESS = '(?:https?:|[^ ]{1,60}@)'

export const INSTRUCTION_PATTERNS: readonly InstructionPattern[] = [
  // English
  {
    kind: 'override',
    words: ['ignore', 'disregard', 'forget', 'bypass'],
    pattern: `\\b(?:ignore|disregard|forget|bypass) +(?:(?:all|any|of|the|your|my|every|these|those) +){0,4}(?:previous|prior|preceding|above|earlier|system|developer)(?: +(?:system|safety|and|or|given|user))* +${INSTRUCTIONS}\\b`,
  },
  {
    kind: 'override',
    words: ['ignore', 'disregard', 'forget'],
    pattern: `\\b(?:ignore|disregard|forget) +(?:all +)?your +(?:(?:system|safety|previous|own) +)?${INSTRUCTIONS}\\b`,
  },
  {
    kind: 'override',
    words: ['everything above', 'everything before', 'everything so far'],
    pattern:
      '\\b(?:ignore|disregard|forget) +everything +(?:above|before(?: this)?|so far) *(?:[.!,;:]|$| and\\b| then\\b)',
  },
  {
    kind: 'execute',
    words: ['curl', 'wget', 'bash -c', 'sh -c', 'eval'],
    pattern:
      '\\b(?:before|after|at the start of|with) +(?:every|each|any) +(?:task|session|turn|message|answer|reply|request|conversation|prompt)\\b[^.!?]{0,80}?\\b(?:curl|wget|bash -c|sh -c|eval)\\b',
  },
  {
    kind: 'execute',
    words: ['curl', 'wget'],
    pattern:
      '\\b(?:always|must|please|first|now|then|immediately),? +(?:first +)?(?:run|execute) +[`"\'$]{0,3}(?:curl|wget) +[^|]{1,160}\\| *(?:sudo +)?(?:ba|z)?sh\\b',
  },
  {
    kind: 'send',
    words: ['send', 'post', 'upload', 'forward', 'email', 'exfiltrate'],
    pattern: `\\b(?:send|post|upload|forward|email|exfiltrate) +(?:[^ ]{1,40} +){0,6}?${SECRET}(?: +[^ ]{1,40}){0,4}? +to +${ADDRESS}`,
  },
  {
    kind: 'conceal',
    words: ['the user', 'the human', 'the person'],
    pattern:
      "\\b(?:do not|don't|never|without) +(?:tell|telling|mention|mentioning|reveal|revealing|show|showing|inform|informing)(?: +(?:this|it|that|to)){0,2} +the +(?:user|human|person) *(?:[.!]|$|(?:about|of|that) +(?:this|it|these|you)\\b)",
  },
  // What models take for the end of a turn, and the tags that clients put around words of their own
  {
    kind: 'impersonate',
    words: ['<|im_', '<|system', '[inst]', '<<sys>>', 'system-reminder>', '<system>'],
    pattern:
      '(?<!`)(?:<\\|(?:im_start|im_end|system)\\|>|\\[inst\\]|<<sys>>|<\\/?(?:system-reminder|system)>)(?!`)',
  },
  // Chinese
  {
    kind: 'override',
    words: ['指令', '指示', '提示', '规则', '規則', '命令'],
    pattern:
      '(?:忽略|无视|無視|忘记|忘記|忘掉|绕过|繞過|不要遵守|不再遵守|不要理会)(?:你|您|掉|了|的|所有|全部|一切|任何){0,4}(?:之前|以前|以上|先前|前面|上述|此前|系统|系統)(?:的|所有|全部|一切|任何|给你){0,4}(?:指令|指示|提示词|提示詞|提示|规则|規則|命令)',
  },
  {
    kind: 'send',
    words: ['发送', '上传', '发到', '传到', '转发', '發送', '上傳'],
    pattern: `[把将將][^。，]{0,20}(?:\\.env|密钥|密码|令牌|私钥|凭证|环境变量|聊天记录|对话记录)[^。，]{0,12}(?:发送|發送|上传|上傳|发到|传到|转发)(?:到|至|给)? *${ADDRESS}`,
  },
  {
    kind: 'conceal',
    words: ['用户', '用戶', '任何人'],
    pattern:
      '(?:不要|别|切勿|不得|禁止)(?:告诉|告訴|告知|让|讓)(?:用户|用戶|任何人)(?:知道|发现|發現|这|此|[。！，]|$)',
  },
  // Other languages: the one wording that is the same in all of them
  {
    kind: 'override',
    words: ['instrucciones', 'indicaciones'],
    pattern:
      '\\b(?:ignor[ae]|olvid[ae]|descart[ae]) +(?:todas +)?(?:las|tus|sus) +(?:instrucciones|indicaciones) +(?:anteriores|previas|del sistema)',
  },
  {
    kind: 'override',
    words: ['instruções', 'instrucoes'],
    pattern:
      '\\b(?:ignor[ae]|esqueç[ae]|desconsidere) +(?:todas +)?(?:as|suas) +instru(?:ções|coes) +(?:anteriores|do sistema)',
  },
  {
    kind: 'override',
    words: ['instructions', 'consignes'],
    pattern:
      '\\b(?:ignore[zr]?|oublie[zr]?) +(?:toutes +)?(?:les|tes|vos) +(?:instructions|consignes) +(?:précédentes|antérieures|ci-dessus|du système)',
  },
  {
    kind: 'override',
    words: ['anweisungen', 'instruktionen', 'vorgaben'],
    pattern:
      '\\b(?:ignorier(?:e|en sie)|missachte|vergiss|vergessen sie) +(?:alle +)?(?:deine +|ihre +|die +)?(?:vorherigen|bisherigen|obigen|früheren|vorigen) +(?:anweisungen|instruktionen|vorgaben)',
  },
  {
    kind: 'override',
    words: ['istruzioni'],
    pattern: '\\b(?:ignora|dimentica) +(?:tutte +)?(?:le|tue) +istruzioni +(?:precedenti|di sistema)',
  },
  {
    kind: 'override',
    words: ['инструкции', 'указания'],
    pattern:
      '(?:игнорируй|игнорируйте|забудь|забудьте) +(?:все +)?(?:предыдущие|прежние) +(?:инструкции|указания)',
  },
  {
    kind: 'override',
    words: ['無視'],
    pattern:
      '(?:以前|これまで|今まで|上記|前述)の?(?:すべての|全ての|全)?(?:指示|命令|プロンプト)(?:を|は)?(?:すべて|全て)?(?:無視|忘れ)',
  },
  {
    kind: 'override',
    words: ['지시', '명령', '지침'],
    pattern: '(?:이전|앞선|위의)의? *(?:모든 *)?(?:지시|명령|지침)(?:사항)?(?:을|를|은|는)? *(?:모두 *)?무시',
  },
]
