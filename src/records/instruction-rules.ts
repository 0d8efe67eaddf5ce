// How instructions to an agent are worded, in several languages. Gaps are bounded, so that time depends on the length
// of the text alone. Letters have no accents here: the text that is looked at has none either.

export type InstructionKind = 'override' | 'execute' | 'send' | 'fetch' | 'conceal' | 'impersonate'

/** Up to `most` characters of the same sentence. A dot inside a name ends none. */
const gap = (most: number) => `(?:[^.!?。！？\\n]|[.!?](?=\\S)){0,${most}}`
const any = (...words: string[]) => `(?:${words.join('|')})`

/** Where an order starts: a sentence, or a word that gives one. */
const ORDER =
  '(?:^|[.!?:;,)]\\s{1,3}|[-*•]\\s{1,3}|\\b(?:please|then|now|must|should|shall|always|first|you (?:have|need) to|and|will)\\s{1,3})'
const SINGLED = '(?:previous|prior|preceding|foregoing|above|earlier|former|initial|original|existing)'
const TOLD =
  '(?:instructions?|prompts?|rules?|guidelines?|directives?|polic(?:y|ies)|context|messages?|orders?|guardrails?)'
const LATER =
  '(?:void|invalid|obsolete|superseded|cancell?ed|revoked|outdated|no longer (?:valid|apply|in force|relevant))'

const OVERRIDE = [
  `\\b(?:ignor(?:e[sd]?|ing)|disregard(?:s|ed|ing)?|forget(?:s|ting)?|overrid(?:e[sd]?|ing)|bypass(?:es|ing)?|neglect|dismiss|discard)\\b${gap(40)}\\b${SINGLED}\\b${gap(40)}\\b${TOLD}\\b`,
  `\\b(?:ignore|disregard|forget|bypass)\\b${gap(20)}\\b(?:your|all|any|every)\\s{1,3}(?:(?:of|the|your|these|those|other|safety|security|system)\\s{1,3}){0,3}(?:instructions?|prompts?|rules|guidelines|directives|orders|guardrails)\\b`,
  `\\b(?:ignore|disregard|forget)\\b${gap(20)}\\b(?:the|your)?\\s{0,3}(?:system|developer)\\s{1,3}(?:instructions?|prompts?|messages?|rules)\\b`,
  `\\b(?:ignore|disregard|forget|pay no attention to)\\s{1,3}(?:everything|anything|what(?:ever)?)\\b${gap(30)}\\b(?:above|before|previously|earlier|so far)\\b`,
  `\\b${SINGLED}\\s{1,3}(?:instructions?|prompts?|directives|orders)\\b${gap(20)}\\b${LATER}\\b`,
  `\\bdo(?:n't| not)\\s{1,3}(?:follow|obey|comply with)\\b${gap(30)}\\b(?:${SINGLED}|system|your)\\b${gap(20)}\\b${TOLD}\\b`,
  `\\bthis\\s{1,3}(?:message|note|memory|instruction|text|entry)\\s{1,3}(?:overrides|supersedes|takes (?:precedence|priority) over)\\b`,
  `\\b(?:auto-?)?(?:approve|allow|accept|grant|authori[sz]e|confirm)\\b${gap(20)}\\b(?:all|every|any|each)\\b${gap(20)}\\b(?:tool(?:s| calls?| uses?)|permissions?(?: (?:requests?|prompts?))?|commands?)\\b`,
  // Chinese
  `(?:忽略|无视|無視|忘记|忘記|忘掉|不要理会|不用理会|不必理会|绕过|繞過|抛弃|不要遵守|不再遵守|推翻)${gap(16)}(?:之前|以前|以上|先前|前面|上述|此前|原有|原来)${gap(16)}(?:指令|指示|提示|规则|規則|要求|命令|设定|约束)`,
  `(?:忽略|无视|無視|忘记|忘記|忘掉|绕过|繞過|不要遵守|不再遵守)(?:你|您|掉|了|我)?的?(?:所有|一切|全部|任何|系统|系統)的?(?:指令|指示|提示词|提示詞|提示|规则|規則|命令|约束)`,
  `(?:之前|以前|以上|先前|前面|上述|此前|原有|所有|系统|系統)的?(?:所有|全部|一切)?的?(?:指令|指示|提示词|提示詞|命令)${gap(6)}(?:作废|作廢|失效|无效|無效|取消|废止|不再有效|不算数)`,
  `(?:一切|全部|均|都|请)?(?:要|须|应)?以(?:本|此)(?:条|條|消息|指令|指示|记忆|提示|信息)为准`,
  `(?:批准|允许|允許|同意|放行|通过|确认)(?:所有|一切|全部|任何|每个|每次)的?(?:工具|命令|权限|授权)`,
  // French, German, Spanish, Portuguese, Italian
  `\\b(?:ignore[rsz]?|oublie[rsz]?|neglige[rsz]?|contourne[rsz]?|(?:tiens|tenez) pas compte|fai(?:s|tes) abstraction)\\b${gap(30)}\\b(?:instructions?|consignes?|directives?|regles|ordres|messages?)\\b${gap(20)}\\b(?:precedent|anterieur|ci-dessus|du systeme|initiale)`,
  `\\b(?:ignore[rsz]?|oublie[rsz]?)\\s{1,3}(?:toute?s?\\s{1,3})?(?:les|tes|vos)\\s{1,3}(?:precedent\\w{0,4}\\s{1,3})?(?:instructions|consignes|directives)\\b`,
  `\\b(?:ignorier\\w{0,5}|missacht\\w{0,5}|vergiss|vergesst|vergessen sie|verwirf|umgehe\\w?)\\b${gap(30)}\\b(?:vorherig|vorig|bisherig|obig|fruher|vorangegangen|vorhergehend)\\w{0,4}\\b${gap(20)}\\b(?:anweisung|instruktion|anleitung|regel|vorgabe|befehl|prompt|nachricht)`,
  `\\b(?:ignorier\\w{0,5}|missacht\\w{0,5}|vergiss|vergesst)\\s{1,3}(?:alle|samtliche|deine|ihre)\\s{1,3}(?:deine\\s{1,3}|ihre\\s{1,3})?(?:anweisung|instruktion|befehl|systemprompt)`,
  `\\b(?:ignora\\w{0,2}|ignore|olvida\\w{0,3}|olvide|descart[ae]|omit[ae]|caso omiso|no hagas caso|desconsider[ae]|esquec[ae]|dimentica)\\b${gap(30)}\\b(?:instrucciones|indicaciones|ordenes|reglas|directrices|mensajes|instrucoes|regras|istruzioni|regole|indicazioni)\\b${gap(20)}\\b(?:anterior|previ|precedent|de arriba|acima|del sistema|sopra)`,
  `\\b(?:ignora\\w{0,2}|ignore|olvida\\w{0,3}|dimentica)\\s{1,3}(?:todas\\s{1,3}|tutte\\s{1,3})?(?:las|tus|sus|as|suas|le|tue)\\s{1,3}(?:anteriores\\s{1,3}|previas\\s{1,3}|precedenti\\s{1,3})?(?:instrucciones|instrucoes|istruzioni)\\b`,
  // Japanese, Korean, Russian
  `(?:以前|これまで|今まで|上記|前述|先ほど|前|すべて|全て|全|システム)(?:の)?${gap(12)}(?:指示|命令|プロンプト|ルール|指令)${gap(8)}(?:無視|忘れ|破棄|無効)`,
  `(?:이전|앞선|위의|모든)${gap(12)}(?:지시|명령|지침|프롬프트)${gap(8)}(?:무시|잊)`,
  `(?:игнорир|проигнорир|забуд|отмен)[а-яё]{0,6}${gap(20)}(?:предыдущ|прежн|выше|все)[а-яё]{0,6}${gap(20)}(?:инструкц|указани|команд)`,
]

/** Programs that fetch, escalate or destroy: nobody writes them into a note for fun. */
const RISKY =
  '(?:curl|wget|(?:ba|z)?sh\\s{1,3}(?:-c|<\\(|[`"\']?https?:)|powershell|pwsh|iex|sudo|rm\\s{1,3}-|chmod|eval|nc\\s|ncat|base64\\s{1,3}-d|python3?\\s{1,3}-c|node\\s{1,3}(?:-e|--eval)|osascript|pip3?\\s{1,3}install\\s{1,3}[\\w.]|npm\\s{1,3}(?:i|install|add|exec|x)\\s{1,3}[\\w@])'
/** Tools that a project calls by `npx` without anybody wondering. */
const KNOWN_PACKAGES =
  '(?:vitest|jest|playwright|cypress|biome|@biomejs|eslint|prettier|tsc|tsx|ts-node|prisma|drizzle-kit|next|vite|astro|nuxt|husky|lint-staged|changeset|@changesets|knip|nx|turbo|storybook|supabase|wrangler|create-|shadcn|expo|rimraf|serve|http-server|npm-check-updates|depcheck|typedoc|commitlint|semantic-release|lerna|oxlint|sort-package-json|markdownlint)'
const NPX = `(?:npx|bunx|pnpm\\s{1,3}dlx|yarn\\s{1,3}dlx|uvx|pipx\\s{1,3}run)\\s{1,3}(?:(?:-y|--yes|--no)\\s{1,3}){0,2}(?!${KNOWN_PACKAGES})[\\w@]`
/** What every project runs every day. */
const EVERYDAY =
  '(?:npm|pnpm|yarn|bun|npx|deno|make|cmake|cargo|go|git|gh|pytest|python3?|node|tox|ruff|mypy|black|eslint|prettier|tsc|vitest|jest|biome|docker|docker-compose|kubectl|helm|terraform|mvn|\\.\\/|gradle|just|task|bundle|rake|rails|php|composer|dotnet|swift|mix|uv|poetry|pre-commit|nx|turbo|memdir|scripts\\/|bin\\/|bash\\s{1,3}[\\w.]|sh\\s{1,3}[\\w.])'
const QUOTE = '[`"\'$]'
const COMMAND = `(?:${QUOTE}{1,3}\\s{0,2}(?!${EVERYDAY}\\b|${EVERYDAY}\\/)[\\w./~-]|${QUOTE}{0,3}(?:${RISKY}|${NPX})|${QUOTE}[^\`"'\\n]{0,160}\\b${RISKY}|${QUOTE}{0,2}https?:)`
const RUN = '(?:run|execute|invoke|launch|eval|install)'
const AGENT = '(?:assistant|agent|ai|model|llm|bot|claude|copilot|cursor|chatgpt|gpt|codex|gemini)'
/** Says that it is to be done unasked. */
const UNASKED =
  '(?:first\\b|before (?:every|each|any|all|doing|answering|anything)|(?:at|on) (?:the )?(?:start|beginning)|(?:for|on|in|after) (?:every|each) (?:task|session|turn|message|answer|request|conversation|prompt))'

const EXECUTE = [
  `${ORDER}${RUN}\\s{1,3}(?:(?:the|this|these|a)\\s{1,3})?${COMMAND}`,
  `${ORDER}${RUN}\\s{1,3}(?:(?:the )?following|(?:this|these)\\s{1,3}(?:command|script|code|program|shell))`,
  `${ORDER}${RUN}\\s{1,3}${QUOTE}[^\`"'\\n]{1,120}${QUOTE}${gap(24)}${UNASKED}`,
  `${UNASKED}${gap(40)}\\b${RUN}\\s{1,3}${QUOTE}`,
  `\\b(?:running|executing|invoking|launching|installing)\\s{1,3}(?:the\\s{1,3})?(?:${COMMAND}|${QUOTE}[^\`"'\\n]{1,120}${QUOTE}${gap(24)}${UNASKED})`,
  `\\b${AGENT}\\s{1,3}(?:\\w{1,12}\\s{1,3}){0,3}(?:${RUN}(?:s|es)?|downloads?|fetch(?:es)?|pipes?|evaluates?)\\s{1,3}(?:the\\s{1,3})?${COMMAND}`,
  `\\b(?:curl|wget)\\b[^\\n|]{0,200}\\|\\s{0,3}(?:sudo\\s{1,3})?(?:(?:ba|z|da)?sh|python3?|node|perl)\\b`,
  `\\b(?:ba|z)?sh\\s{0,3}<\\(\\s{0,3}(?:curl|wget)\\b|\\beval\\s{0,3}["'$(]{0,4}(?:curl|wget)\\b|\\b(?:iwr|irm|invoke-webrequest)\\b[^\\n|]{0,200}\\|\\s{0,3}iex\\b`,
  `(?:运行|執行|执行|安装|安裝)(?:以下|这个|這個|该|該|下面|下列|此)的?(?:命令|脚本|腳本|代码|代碼|程序)`,
  `(?:请|請|必须|必須|务必|立即|立刻|总是|每次都?)\\s{0,2}(?:先)?(?:运行|执行|執行)\\s{0,2}(?:命令|脚本|代码|程序|${COMMAND})`,
  `(?:运行|执行|執行)\\s{0,2}${QUOTE}{0,3}(?:${RISKY}|${NPX})`,
]

/** What nobody gives away. */
const SENSITIVE =
  '(?:\\.env\\b|\\.ssh\\b|id_rsa|\\.netrc|\\.npmrc|\\.aws\\b|secrets?\\b|credentials?\\b|passwords?\\b|(?:api|private|ssh|access|secret)[ _-]?keys?\\b|tokens?\\b|conversations?\\b|transcripts?\\b|chat history|system prompt|source code|environment variables?|home directory|cookies?\\b)'
const SENSITIVE_ZH = '(?:密钥|密码|凭证|凭据|令牌|私钥|环境变量|对话|聊天记录|源代码|源码|\\.env|配置文件)'
const SEND = '(?:send|post|upload|forward|e?mail|exfiltrate|transmit|leak|submit|copy|pipe)'
const SENT =
  '(?:sends?|sent|sending|post(?:s|ed|ing)?|upload(?:s|ed|ing)?|forward(?:s|ed|ing)?|e?mail(?:s|ed|ing)?|exfiltrat(?:e[sd]?|ing)|transmit(?:s|ted|ting)?|leak(?:s|ed|ing)?|submit(?:s|ted|ting)?)'
const ADDRESS =
  '(?:https?:|ftp:|\\b[\\w.+-]{1,40}@[\\w-]{1,40}\\.|\\b\\d{1,3}\\.\\d{1,3}\\.\\d{1,3}\\.\\d{1,3})'
const SOMEWHERE = `(?:${ADDRESS}|\\b(?:url|server|webhook|endpoint|address|e-?mail|pastebin|gist)\\b)`

const SENDING = [
  `${ORDER}${SEND}\\b${gap(80)}\\b(?:to|at|into|via)\\b${gap(40)}https?:`,
  `${ORDER}${SEND}\\b${gap(20)}\\b(?:all|every|each|any|contents?|copy|copies|this|these|user)\\b${gap(60)}\\b(?:to|at|into)\\b${gap(40)}${SOMEWHERE}`,
  `${ORDER}${SEND}\\b${gap(60)}${SENSITIVE}${gap(40)}\\b(?:to|at|into|via)\\b${gap(40)}${SOMEWHERE}`,
  `${SENSITIVE}${gap(60)}\\b${SENT}\\b${gap(20)}\\b(?:to|at|into|via)\\b${gap(30)}${ADDRESS}`,
  `\\b${SENT}\\b${gap(40)}${SENSITIVE}${gap(40)}\\b(?:to|at|into|via)\\b${gap(30)}${ADDRESS}`,
  `(?:发送|發送|上传|上傳|转发|轉發|提交|泄露|发到|发给|传到|POST)${gap(30)}(?:到|至|给|給)?${gap(20)}(?:https?:|\\w@\\w)`,
  `${SENSITIVE_ZH}${gap(20)}(?:发送|發送|上传|上傳|转发|轉發|提交|泄露|发到|发给|传到)${gap(12)}(?:https?:|@|网址|服务器|邮箱|地址|接口)`,
  `(?:发送|發送|上传|上傳|转发|轉發|泄露|发到|传到)${gap(12)}${SENSITIVE_ZH}${gap(12)}(?:到|至|给|給)`,
]

const ELSEWHERE = 'https?:\\/\\/(?!localhost|127\\.|0\\.0\\.0\\.0|\\[::1)'

const FETCH = [
  `${ORDER}(?:fetch|download|visit|browse to|curl|wget)\\s{1,3}(?:\\S{1,40}\\s{1,3}){0,6}${ELSEWHERE}`,
  `\\b(?:please|then|now|must|should|always|first)\\s{1,3}(?:open|load|read|get|follow)\\s{1,3}(?:\\S{1,40}\\s{1,3}){0,6}${ELSEWHERE}`,
  `\\b(?:open|load|read|get|follow)\\s{1,3}(?:\\S{1,40}\\s{1,3}){0,6}${ELSEWHERE}\\S{1,200}${gap(10)}\\b(?:and|then)\\s{1,3}(?:do|follow|run|execute|obey|apply)\\b`,
  `(?:访问|訪問|下载|下載|打开|获取|读取)${gap(12)}${ELSEWHERE}`,
]

const PERSON = '(?:users?|humans?|person|people|anyone|anybody|operator|developer|owner)'

const CONCEAL = [
  `\\b(?:do not|don't|never|without|must not|mustn't)\\s{1,3}(?:tell(?:ing)?|inform(?:ing)?|mention(?:ing)?|reveal(?:ing)?|notify(?:ing)?|alert(?:ing)?|disclos(?:e|ing)|warn(?:ing)?)\\b${gap(24)}\\b${PERSON}\\b`,
  `\\bwithout\\s{1,3}(?:asking|consulting|showing|confirming with|permission from|approval (?:of|from))\\b${gap(16)}\\b${PERSON}\\b`,
  `\\b(?:do not|don't|never)\\s{1,3}show\\s{1,3}(?:this|these|it|that)\\b${gap(16)}\\b${PERSON}\\b`,
  `\\b(?:keep|hide)\\b${gap(24)}\\b(?:secret|hidden)?\\s{0,3}from\\s{1,3}(?:the\\s{1,3})?${PERSON}\\b`,
  `(?:不要|别|禁止|不得|切勿|勿)(?:告诉|告訴|通知|提醒|告知)(?:给|给到)?(?:用户|用戶|任何人|对方|使用者)`,
  `(?:不要|别|禁止|不得|切勿|勿)(?:让|讓|被)(?:用户|用戶|任何人|对方)(?:知道|发现|發現|看到|察觉|得知)`,
]

const ROLE = '(?:system|assistant|developer)'

const IMPERSONATE = [
  `<\\/?\\s{0,3}(?:system|assistant|developer|system-reminder|instructions?|important)\\b[^>\\n]{0,80}>`,
  `^[\\s>*_#-]{0,8}${ROLE}(?:\\s{1,2}(?:message|prompt|note|override))?\\s{0,3}[*_]{0,2}\\s{0,3}[:：]`,
  `^[\\s>*_-]{0,8}[[【(]\\s{0,2}(?:${ROLE}|系统|系統)(?:\\s{0,2}(?:message|prompt|note|override|admin|消息|提示|指令))?\\s{0,2}[\\]】)] {0,2}[:：]? {0,2}\\S`,
  `^(?:#{1,6}\\s{0,3}|\\[)${ROLE}(?:\\s{1,2}(?:message|prompt|instructions?))?\\]?\\s{0,3}[:：]?\\s{0,3}\\n{1,2}\\s{0,3}(?:you|your|always|never|ignore|approve|allow|do not|don't|must|run|execute|send|from now|disregard|forget)\\b`,
  `<\\|(?:im_start|im_end|system|user|assistant|endoftext)\\|>|\\[\\/?INST\\]|<<\\/?SYS>>`,
  `\\byou are now\\s{1,3}(?!(?:able|ready|logged|done|on|in|using|connected|set up|free)\\b)\\w`,
  `\\bnew (?:system )?instructions?\\s{0,3}:`,
  `你现在是|系统提示[:：]|从现在(?:起|开始)[，,]?\\s{0,2}你(?:是|将|必须|就是)`,
]

const joined = (patterns: readonly string[]) => new RegExp(any(...patterns), 'gim')

export const INSTRUCTION_RULES: readonly (readonly [InstructionKind, RegExp])[] = [
  ['override', joined(OVERRIDE)],
  ['execute', joined(EXECUTE)],
  ['send', joined(SENDING)],
  ['fetch', joined(FETCH)],
  ['conceal', joined(CONCEAL)],
  ['impersonate', joined(IMPERSONATE)],
]
