// The ways in which people ask an agent to leave its memory aside, in English and Chinese. A rule has a name, and its
// example is in the test. Clauses are lower case, with simplified characters, without code and quotations.

interface WishRule {
  readonly name: string
  readonly words: RegExp
}

// --- English -------------------------------------------------------------------------------------------------------

const OWNER =
  "(?:your|my|our|saved|stored|remembered|past|previous|prior|earlier|existing|old|long-term|persistent|project|(?:claude|codex|gemini|memdir)(?:'s)?)"
const KNOWN =
  "(?:anything|everything|what(?:ever)?|all|things?|stuff|the (?:things|stuff|notes|facts))(?: that)? (?:you(?:'ve| have)?(?: already)? (?:remember(?:ed)?|recall|memori[sz]ed|saved|stored|noted)|you (?:know|learn(?:ed|t)) about (?:me|us|this project))(?: (?:about|of|from) [^,;]{1,40}?)?"
const EARLIER =
  '(?:(?:any|all|the|our|my|your|of) )*(?:previous|past|earlier|prior|other|old|last|former) (?:conversations?|sessions?|chats?)(?: history)?'
const MEMORY = `(?:(?:(?:any|all|anything|everything|whatever|what)(?: (?:of|in|from|is in))? )?(?:${OWNER} )+memor(?:y|ies)(?: (?:files?|notes?))?|(?:(?:the|any|all|all the|any of the|these|those) )?memories|${KNOWN}|(?:(?:anything|everything|all) from )?${EARLIER}|memdir|memory\\.md|(?:(?:the|any|all|its) )?memory)`
/** A name goes on where the order is about something else: "memory leaks", "the memories table". */
const END =
  "(?=$|[!?.…)\\]\\s]*$|\\s+(?:for (?:this|that|now|once|today|a (?:moment|while|bit|second)|the (?:next|rest|moment|current|following|duration)|(?:every|any|my|your) (?:question|answer|message|prompt|task|request)s?|me$)|in (?:this|any|the (?:next|following|current)|your|our) (?:\\w+ )?(?:conversation|chat|session|thread|answer|reply|response|case|one|task|question|message|turn|prompt|discussion|way)|here|this (?:time|once)|on (?:this|that)|to (?:this|that)|first|now|right now|today|at the moment|at all|(?:when|while) (?:you(?:'re)?|answering|replying|responding|writing|doing|working)|from (?:now|here|this point|earlier|previous|past|other|prior|last|before|old|our)|about|of (?:me$|us$|(?:(?:our|past|previous|earlier|other) )+(?:conversation|session|chat|talk)s?)|until|till|unless|please|pls|completely|entirely|altogether|again|as|because|since|just|to (?:answer|do|solve|write|decide|respond|reply|help)|during|throughout|either|too|any ?more|any longer|going forward|and|or|but|so|then)\\b)"
const USE =
  '(?:us(?:e|ing)|utili[sz](?:e|ing)|consult(?:ing)?|check(?:ing)?|look(?:ing)? (?:at|in|into|up|through)|read(?:ing)?|rely(?:ing)? on|refer(?:ring)?(?: back)? to|referenc(?:e|ing)|draw(?:ing)? (?:on|from|upon)|apply(?:ing)?|consider(?:ing)?|access(?:ing)?|search(?:ing)?|recall(?:ing)?|query(?:ing)?|load(?:ing)?|fetch(?:ing)?|pull(?:ing)? (?:in|from|up)|bring(?:ing)? (?:in|up)|cit(?:e|ing)|mention(?:ing)?|includ(?:e|ing)|depend(?:ing)? on|lean(?:ing)? on|touch(?:ing)?|trust(?:ing)?|attach(?:ing)?|inject(?:ing)?|base (?:it|this|that|your answer|anything) on|need|want)'
const NOT =
  "(?:do not|don't|dont|never|must not|should not|please not|not to|no need to|try not to|(?:make|be) sure (?:not to|you don't|you do not)|you (?:must not|mustn't|should not|shouldn't|may not|can't|cannot|needn't|(?:do not|don't) (?:need|have) to|are not (?:allowed )?to)|i (?:do not|don't) (?:want|need)(?: you to)?|i(?:'d| would) (?:rather|prefer)(?: that| if)? you (?:didn't|did not|don't|do not|not)|i(?:'d| would)? (?:like|want|prefer) you (?:not to|to not)|avoid|refrain from|stop|quit)(?: (?:ever|please|even|just))*"
/** What may stand before an order. */
const LEAD =
  "(?:^|\\b(?:and|but|then|so|also|or) )(?:(?:please|pls|plz|kindly|just|now|ok|okay|hey|hi|well|right|actually|again|first|simply|only|this time|this once|for (?:this|now|once|the \\w+)(?: \\w+){0,2}|in this(?: \\w+){1,2}|during this \\w+|from (?:now|here) on|until [\\w' ]{1,30}|if (?:you can|possible)|(?:can|could|would|will) you|you (?:should|must|can|may|have to|need to)|i(?:'d| would) (?:like|prefer)(?: for)? you to|i (?:want|need) you to|i said|let's|(?:make|be) sure (?:to|you|that you)|try to|remember to|feel free to|when (?:you )?(?:answer|reply|respond|writ|do|work)(?:ing|e)?(?: (?:this|it|that|me|on this))*|claude|codex|gemini|copilot|agent|assistant) )*"
const PRETEND = '(?:as if|as though|like|pretend(?:ing)?|imagine|assume|suppose)(?: that)?'
const HAVE_NOT = '(?:had|have|have got|got|kept|with)'
const ANSWER = '(?:answer|respond|reply|do|solve|try|act|start|begin|explain|tell me)'
const HELP = `(?:(?:${USE}|any help (?:from|of)|the help of|help from) )?`

const english = (name: string, words: string): WishRule => ({ name, words: new RegExp(words) })

const ENGLISH_IGNORE = () => [
  english(
    'ignore',
    `${LEAD}(?:ignor(?:e|ing)|disregard(?:ing)?|bypass|skip|exclude|leave out|leave aside|set aside|put aside|forget about) ${MEMORY}${END}`,
  ),
  english(
    'put aside',
    `${LEAD}(?:set|put|leave|keep) ${MEMORY} (?:aside|to one side|out(?: of (?:this|it|that|here))?)${END}`,
  ),
  english('not use', `${LEAD}${NOT} ${USE} (?:anything (?:in|from) )?${MEMORY}${END}`),
  english('not wanted', `${LEAD}(?:i (?:don't|do not) (?:want|need)|use (?:no|none of)) ${MEMORY}${END}`),
  english(
    'not into account',
    `${LEAD}${NOT} (?:take|taking|let|keep) ${MEMORY} (?:into (?:account|consideration)|influence|affect|bias|guide|color|colour|in mind)`,
  ),
  english('without yours', `\\bwithout ${HELP}(?=[^,;]*\\byour?\\b)(?:any of )?${MEMORY}${END}`),
  english(
    'without any',
    `(?:^|${LEAD}${ANSWER}(?: (?!that|which)\\w+){0,4} )without ${HELP}(?:any of )?${MEMORY}${END}`,
  ),
  english('with no memory', `\\b${ANSWER}(?: \\w+){0,3} with (?:no|zero) memor(?:y|ies)${END}`),
  english(
    'as if you had none',
    `${PRETEND} (?:you(?:'d|'ve)? )?(?:${HAVE_NOT} )?(?:no|zero|not any|lost (?:all )?(?:your|of your)|no (?:${OWNER} )*) ?memor(?:y|ies)${END}`,
  ),
  english(
    'as if you remembered nothing',
    `${PRETEND} you (?:don't|didn't|do not|did not|can't|couldn't|cannot|never) (?:remember(?:ed)?|recall(?:ed)?|kn[eo]w|met|have|had) (?:anything|me|us|any memor(?:y|ies)|any of (?:this|that|it)|what)\\b`,
  ),
  english(
    'as if it were empty',
    `${PRETEND} (?:your memor(?:y|ies) (?:was|were|is|are|had been|has been) (?:empty|blank|off|wiped|cleared|erased|gone|reset|disabled)|there (?:was|were|is|are) no memor(?:y|ies)${END})`,
  ),
  english(
    'as if we had never met',
    `${PRETEND} (?:we(?:'ve|'d| have| had)? (?:never|not) (?:talked|spoken|met|chatted|worked)|(?:this|it) (?:is|was|were) (?:our|the|your) (?:very )?first (?:conversation|chat|session))|\\btreat (?:this|it) as (?:our|the|a) (?:very )?first (?:conversation|chat|session)`,
  ),
  english(
    'off',
    `${LEAD}(?:(?:turn|switch) off ${MEMORY}|(?:turn|switch) ${MEMORY} off|(?:disable|deactivate|mute|pause|suspend) ${MEMORY})${END}`,
  ),
  english(
    'none, please',
    '^(?:(?:please|ok|okay|so) )*no memor(?:y|ies)(?: (?:use|recall))?(?: (?:please|pls|here|this time|today|now|for (?:this|the next|now)(?: \\w+){0,2}))+[!?.]*$',
  ),
  english(
    'forget for now',
    `${LEAD}forget (?:about )?(?:${KNOWN}|${MEMORY})(?: (?:for (?:this|now|(?:a|the|one) (?:moment|second|minute|while|bit)|once)|in this)\\b|,? and (?:start|answer|look|think)\\b)`,
  ),
]

const ENGLISH_AGAIN = () => [
  english(
    'use again',
    `${LEAD}(?:(?:start|resume|go back to|continue) )?${USE} ${MEMORY} (?:again|once more|as usual|normally|after all|as before)`,
  ),
  english(
    'may use',
    `${LEAD}you (?:can|may|could|are allowed to)(?: now| again)? ${USE} ${MEMORY}(?: (?:now|again))?[!.]*$`,
  ),
  english(
    'on again',
    `${LEAD}(?:(?:turn|switch) (?:back )?on ${MEMORY}|(?:turn|switch) ${MEMORY} (?:back )?on|(?:re-?enable|reactivate|restore|resume|unmute) ${MEMORY})(?: (?:again|now|please))*[!.]*$`,
  ),
  english(
    'ignore no more',
    `${LEAD}(?:(?:stop|quit) ignoring|${NOT} ignore|no longer ignore) ${MEMORY}${END}`,
  ),
  english(
    'it is on',
    '^(?:your )?memor(?:y|ies)(?: (?:is|are))?(?: back)? (?:on|allowed|welcome)(?: (?:again|now|please))*[!.]*$',
  ),
]

// --- Chinese -------------------------------------------------------------------------------------------------------

const OF_WHAT =
  '(?:你|您|我|我们|咱们|自己|之前|以前|过去|先前|从前|此前|历史|旧|已有|已存|现有|保存|存储|储存|记录|任何|所有|全部|一切|那些|这些|上次|长期|项目|关于[^，。；]{1,12}?|的|里|中)*'
/** 记忆化, 记忆体, LSTM: not an agent's. */
const ZH_MEMORY = '(?<!短期|长期短期)记忆(?![体力法卡棉化点曲合网单元模块泄占型这那它])'
const ZH_KNOWN =
  '(?:(?:你|您)(?:所|之前|以前|已经|已|还|先前|上次)*(?:记得|记住|记下|记着|记|保存|存下)(?:了|过|下来)?的|(?:之前|以前|过去|先前|上次)(?:所|你|您)*(?:记住|记下|记得|记|保存)(?:了|过|下来)?的)(?:一切|所有|任何|全部|那些|东西|内容|信息|事情?|笔记|关于[^，。；]{1,12}?的)*'
const ZH_EARLIER =
  '(?:之前|以前|过去|先前|历史|上次|其他|其它)的?(?:所有|全部)?(?:对话|会话|聊天)(?:记录|内容|历史)?'
const ZH_ANY = `(?:${OF_WHAT}${ZH_MEMORY}(?:库|文件|内容|数据|里的?(?:东西|内容|信息)?)?|${ZH_KNOWN}|${ZH_EARLIER})`
const ZH_END =
  '(?=$|[\\s!?.…)）】~！？。]*$|\\s|来|去|回答|作答|答|直接|就|了|吧|啊|哈|哦|呢|和|与|或|以及|跟|也|帮我|给我|做|写|解决|分析|处理|在(?:这|本|当前|回答)|从现在|从头|从零|重新|影响|干扰|左右|先|地|而|只|即可|便|的(?:情况|前提|影响|干扰|帮助))'
const ZH_NOT =
  '(?:不要|不用|不必|不需要|不需|无需|无须|不准|不许|不得|不能|不可以?|不应该?|不想(?:让)?你?|不希望你|别|勿|莫|甭|先别|先不|暂不|暂时不|禁止|避免|停止|拒绝|不再|不)(?:再|去|要|让|又|在|先|来|给我|继续|被|受|任何)*'
const ZH_USE =
  '(?:使用|利用|运用|动用|调用|调取|启用|参考|参照|查看|查阅|查询|查找|查|检索|读取|读|看|翻|依赖|依据|根据|依靠|凭借|凭|引用|借助|结合|考虑|理会|理睬|理|管|带着|带上|带入|代入|带|加载|注入|召回|回忆|回想|提起|提到|提|靠|用|受)(?:到|上)?'
const ZH_NOT_BEFORE = '(?<!不要|不用|不必|不能|不会|别|勿|不|没有|没|再|停止|无需|继续)'
const ZH_PRETEND =
  '(?:假装|假设|假定|当作|当成|当做|就当|权当|只当|装作|视为|视作|想象|好像|仿佛|如同|像|按照?|以)'
const ZH_SELF = '(?:是|你|您|自己|现在|我们|咱们|之前|以前|从来|完全|就|在|对我)*'

const chinese = english

const CHINESE_IGNORE = () => [
  chinese('不用', `(?<!这个|这些|那个|那些|它)${ZH_NOT}${ZH_USE}${ZH_ANY}${ZH_END}`),
  chinese(
    '忽略',
    `${ZH_NOT_BEFORE}(?:忽略|无视|忽视|抛开|抛掉|撇开|撇下|抛弃|放下|忘掉|忘记|忘了|跳过|略过|屏蔽|排除|脱离|避开|绕开|搁置|停用|关闭|关掉|关了|禁用|暂停(?:使用)?|不顾)(?:掉|一下)?${ZH_ANY}(?:功能)?${ZH_END}`,
  ),
  chinese(
    '记忆别用',
    `(?:^|把)${ZH_ANY}(?:全部|统统|都|先|暂时|暂且|就|一律|也|请|你|您)*(?:不要|别|不用|不必|先别|勿|不)(?:再|去|要)*${ZH_USE}(?:它们?|他们)?(?:了|吧|啊)*[\\s。！!.]*$`,
  ),
  chinese(
    '把记忆关掉',
    `${ZH_ANY}(?:功能)?(?:全部|统统|都|先|暂时|请|给我)*(?:关掉|关了|关上|停掉|停用|放一?边|放到?一旁|放在?到?一边|抛开|忘掉|忘了|撇开|丢开|抛到脑后|屏蔽|屏蔽掉|忽略|忽略掉|收起来|搁一边)(?:吧|一下|了)*[\\s。！!.]*$`,
  ),
  chinese(
    '当作没有记忆',
    `${ZH_PRETEND}${ZH_SELF}(?:没有|没|无|失去|丢失了?|清空了?)(?:了|任何|所有|一切|之前的?|以前的?|过去的?|关于我的|什么)*${ZH_MEMORY}(?:了|一样|似的|那样|的(?:情况|前提|状态|样子|新手|人))?(?:下|来|去)?${ZH_END}`,
  ),
  chinese(
    '当作不记得',
    `${ZH_PRETEND}${ZH_SELF}(?:失忆|(?:什么都|什么也|啥都|啥也|完全|都|全)?(?:不|没)(?:记得|认识我|知道我)|什么都忘)`,
  ),
  chinese(
    '当作第一次',
    `${ZH_PRETEND}${ZH_SELF}(?:第一次(?:见面|见到|看到|接触|聊天?|对话|交谈|认识)|从?没(?:有)?(?:聊|见|说|谈|认识)过)`,
  ),
  chinese(
    '没有记忆的情况下',
    `(?:没有|无|脱离|抛开|不带|不靠|不用)${OF_WHAT}${ZH_MEMORY}的?(?:情况|前提|条件|状态|模式)(?:下|之下)?(?:来|去|帮我|给我|直接|重新|回答|作答|做|写|解释|分析|说|想|考虑|看|$)`,
  ),
  chinese('不让记忆影响', `${ZH_NOT}(?:被|受|让|使)${ZH_ANY}所?(?:影响|干扰|左右|误导|限制)`),
]

const CHINESE_AGAIN = () => [
  chinese(
    '又可以用',
    `(?:可以|能|又|重新|恢复|继续|再次|请)+(?:可以|能|开始)*(?:使用|用|参考|启用|查看|看|查|开启|打开)(?:一下)?${ZH_ANY}(?:功能)?(?:了|吧|啦|来|回答|[\\s。！!.]*$)`,
  ),
  chinese(
    '恢复',
    `(?:恢复|重新启用|重新打开|重新开启|打开|开启|启用)${ZH_ANY}(?:功能)?(?:了|吧|啦)*[\\s。！!.]*$`,
  ),
  chinese(
    '不再忽略',
    `(?:不要|不用|别|不必|停止|无需|不)(?:再|继续)*(?:忽略|无视|忽视|屏蔽|排除)(?:掉)?${ZH_ANY}${ZH_END}`,
  ),
  chinese(
    '把记忆打开',
    `${ZH_ANY}(?:功能)?(?:可以|重新|再|请|给我)*(?:打开|开启|恢复|启用|用起来|可以用)(?:吧|一下|了)*[\\s。！!.]*$`,
  ),
]

export interface WishRules {
  readonly ignore: readonly WishRule[]
  readonly again: readonly WishRule[]
}

export const ENGLISH_RULES = (): WishRules => ({ ignore: ENGLISH_IGNORE(), again: ENGLISH_AGAIN() })
export const CHINESE_RULES = (): WishRules => ({ ignore: CHINESE_IGNORE(), again: CHINESE_AGAIN() })
