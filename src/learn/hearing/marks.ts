// What tells a standing statement from an order by its plain form: each mark is one thing, said in English and in
// Chinese. A mark is no rule: a fitted number says how much it counts, for or against. Mixed text is read by both.

interface Mark {
  readonly name: string
  readonly en: RegExp
  readonly zh: RegExp
}

const mark = (name: string, en: RegExp, zh: RegExp): Mark => ({ name, en, zh })

/** In this order: the fitted numbers are. Texts are read in lower case. */
export const MARKS: readonly Mark[] = [
  mark(
    'question',
    /\?|^(?:and |but |so |or )?(?:can|could|would|will|do|does|did|is|are|was|were|has|have|should|shall|what|why|how|where|when|who|which)(?:n't)?\b/,
    /[？?]|吗|呢$|什么|怎么|为啥|为何|哪|几[个时天]|多少|是不是|能不能|有没有|要不要|对不对|是否|来着$/u,
  ),
  mark(
    'asks for',
    /\b(?:can|could|would) you\b|\bplease\b|\bpls\b|\bi want\b|\bi need\b|\bhelp me\b|\bhow about\b/,
    /请|帮我|麻烦|帮忙|能否|给我|替我/u,
  ),
  mark(
    'task first',
    /^(?:(?:ok|okay|now|then|and|also|please|pls|just|next|so|first|yes|hmm|alright),? ){0,3}(?:fix|add|make|write|create|update|change|rename|move|remove|delete|run|check|look|show|implement|refactor|build|test|commit|push|open|bump|put|set|generate|explain|rewrite|find|review|merge|deploy|install|continue|go|try|revert|clean|read|convert|extract|sort|split|replace|log|return|wrap|hook|wire|upgrade|migrate|drop|turn|give|tell|list|draw|sketch|help|search|compare|summari[sz]e|translate|investigate|proceed|start|stage|rebase|port|copy|render|paste|debug|draft|prepare|let's|get|take|pull|import|export)\b/,
    /^(?:那|好|ok|嗯|再|先|顺便|然后|现在|接着|另外|请|帮我|麻烦|你){0,3}[，,]?\s?(?:把|给|加|改|写|修|删|查|看|跑|建|做|帮|弄|搞|实现|重构|优化|生成|新增|增加|添加|修改|修复|提交|部署|检查|解释|继续|运行|测试|更新|换|调|补|整理|拆|合|翻译|列|画|试|导|装|升级|处理|分析|搜|找|对比|接着|下一)/u,
  ),
  mark(
    'in order',
    /^(?:then|now|first|next|again|after that|and then)\b|\bfirst\b|\bthen\b/,
    /然后|接着|先|再|接下来|最后/u,
  ),
  mark(
    'negated',
    /\b(?:not|no|nothing|nobody|none|without|neither|nor|\w+n't|dont|doesnt|cant|wont|isnt)\b/,
    /不|别|没|勿|无|非/u,
  ),
  mark(
    'forbids first',
    /^(?:please |and |but |just |also )?(?:don't|dont|do not|never|no|stop|avoid|quit|not)\b/,
    /^(?:请|另外|还有|但|千万)?(?:不要|别|不许|禁止|不准|少|不用|不能|勿|不得)/u,
  ),
  mark(
    'general',
    /\b(?:always|never|ever|every|everything|everywhere|everyone|everybody|all|any|anything|each|whenever|only|usually|normally|typically|generally|nobody|default)\b/,
    /都|每|所有|一律|任何|凡|总是|老是|从来|永远|一般|通常|统一|默认|平时|全部?|只/u,
  ),
  mark(
    'standing',
    /\b(?:from now on|going forward|as a rule|keep in mind|in (?:the )?future|for the record|fyi|btw|by the way|policy|convention|rule|house style|for good|from here on|as of|since)\b/,
    /以后|今后|从现在|往后|规定|约定|规范|原则|注意|一直|今起|规矩|惯例|记一下|后面/u,
  ),
  mark('remember', /\bremember\b|\bdon't forget\b|\bremind\b|\bnote\b/, /记得|记住|别忘|提醒|牢记/u),
  mark('I', /\b(?:i|i'm|i've|i'd|i'll|im|my|me|mine)\b/, /我(?!们|司)/u),
  mark(
    'we',
    /\b(?:we|we're|we've|our|ours|us|the team|everyone here|here)\b/,
    /我们|咱们?|我司|团队|公司|组里|这边|这里/u,
  ),
  mark(
    'we use',
    /\b(?:we|we're|we've|our \w+|everything|everyone|it all|they|all \w+|this repo|the (?:repo|project|team|app)) (?:all |only |always |never |still |now |just |don't |do not |doesn't )*(?:use|run|deploy|host|keep|store|ship|write|pin|target|work|go|do|have|need|follow|release|support|build|test|is|are|uses|runs|goes|lives|on)\b/,
    /(?:我们|咱们?|这边|这里|项目|团队|公司|组里|全|都|统一)[^，。]{0,6}(?:用|走|跑|放|部署|采用|存|写|发|是)/u,
  ),
  mark(
    'prefers',
    /\b(?:prefer|like|likes|hate|hates|rather|love|favou?rite|dislike|can't stand|annoy\w*|sick of|tired of|fan of|please no|care|enjoy|want)\b/,
    /喜欢|讨厌|偏好|习惯|更想|受不了|烦|爱|宁愿|最好|希望|看着|舒服|倾向/u,
  ),
  mark(
    'past',
    /\b(?:was|were|had|did|yesterday|last|ago|\w{3,}ed)\b/,
    /了|过|昨天|刚才|刚|上次|之前|上周|以前/u,
  ),
  mark(
    'change',
    /\b(?:now|no longer|moved|switched|migrated|changed|instead|replaced|anymore|any more|used to|renamed|gone|dropped|dead|retired|new|deprecated|extended|since)\b/,
    /换成|改成|改用|改为|改到|不再|搬|迁|取消|停|下线|切到|换|调|升到|废|作废|新的/u,
  ),
  mark(
    'decided',
    /\b(?:decided|decision|agreed|chose|settled|went with|go with|going with|signed off|approved|it's going to be|talked it over|ruled out|final)\b/,
    /决定|定了|敲定|同意|选了|拍板|商量|说好|定下|确认|讨论/u,
  ),
  mark(
    'owner',
    /\b(?:owns?|owner|responsible|in charge|ask|asks|handles|maintains|looks after|lead|reviewer|belongs to|talk to|approves?|contact|does the|does all|takes care|ping|assign|person)\b/,
    /负责|归|对接|牵头|审批|找|同事|老板|领导|[小老阿][\u4e00-\u9fff]|[\u4e00-\u9fff][工哥姐总]/u,
  ),
  mark(
    'place',
    /\b(?:lives?|found|tracked|documented|kept|stored|hosted|wiki|notion|confluence|jira|linear|slack|drive|figma|dashboards?|channel|folder|bucket|docs|board|sheet|repo)\b|https?:|\w\.\w+\/\w/,
    /在[^，。]{1,16}(?:里|上|下|中|那)|地址|链接|文档|看板|频道|群|放在|飞书|语雀|钉钉|禅道|目录|仓库|网盘|面板|监控/u,
  ),
  mark(
    'recurring',
    /\b(?:every|each|daily|weekly|monthly|quarterly|nightly|mondays|tuesdays|wednesdays|thursdays|fridays|saturdays|sundays|weekends?|mornings|evenings)\b/,
    /每[天周月年季个次逢晚早两]|周[一二三四五六日天末]|季度|月底|月初|定期|隔周/u,
  ),
  mark(
    'date',
    /\b(?:monday|tuesday|wednesday|thursday|friday|january|february|march|april|june|july|august|september|october|november|december|deadline|due|until|by the|\d{1,2}(?:st|nd|rd|th)|q[1-4]|freeze)\b/,
    /\d\s?月|\d\s?[日号]|截止|月底|到期|上线|之前|下周|封版|冻结|年底|前/u,
  ),
  mark('quoted', /["“”`]|(?:^|\s)'[^']+'/, /["“”「」『』`]/u),
  mark(
    'hypothetical',
    /\b(?:if|could|might|maybe|suppose|perhaps|imagine|probably|would|what if|say we|assume|unless)\b/,
    /如果|要是|假如|万一|可能|也许|假设|说不定|要不|好像|感觉|应该是|估计/u,
  ),
  mark(
    'choice',
    /\bor\b|\beither\b|\boption\b|\bwhich\b|\bone of\b|\bsecond one\b|\bfirst one\b/,
    /还是|或者?|要么|哪|选项|第[一二三]个|方案/u,
  ),
  mark(
    'must',
    /\b(?:must|has to|have to|had to|should|needs? to|required?|requires|make sure|ought|mandatory|allowed|forbidden)\b/,
    /必须|得|要|应该|需要|一定|务必|不能|不许|不准|禁止|只能/u,
  ),
  mark(
    'reason',
    /\b(?:because|since|so that|otherwise|cause|cos|due to|that's why|thats why|so|or else)\b/,
    /因为|所以|否则|不然|由于|免得|毕竟|原因|为了|怕/u,
  ),
  mark(
    'person',
    /\b(?:i'm|im|i am|i was|we're|we are) (?:an? |the |not |new |only |colou?r|left|in |on |from |based )|\b(?:i work|my (?:job|background|team|boss|manager|name|timezone|english)|i come from|years? of|i know|i don't know|new to|first time|i read|i've been)\b/,
    /我是|我叫|我做|我负责|我们组|我刚|我来自|我之前|我不[会懂熟写太]|我熟|我在|年经验|转|入职|出身/u,
  ),
  mark(
    'points',
    /\b(?:this|that|these|those|it|it's|its|them|there|above|below|same|one)\b/,
    /这|那|此|上面|下面|以下|它|该/u,
  ),
  mark(
    'points first',
    /^(?:it|it's|its|this|that|that's|thats|these|those|they|they're|he|she|he's|she's|them|there)\b/,
    /^(?:这|那|它|他|她|此|该)/u,
  ),
  mark(
    'only now',
    /\b(?:today|tonight|tomorrow|right now|for now|this time|at the moment|currently|just this once|temporarily|for the moment|later|this week|this sprint|in a hurry|quick|quickly|yet|in a minute)\b/,
    /今天|今晚|明天|这次|暂时|临时|目前|刚刚|眼下|待会|等下|一会|马上|赶紧|稍后|本周|这周|这会/u,
  ),
  mark(
    'fault',
    /\b(?:errors?|fails?|failed|failing|broken|crash\w*|bugs?|wrong|issue|problem|exception|undefined|null|doesn't work|not working|slow|stuck|weird|flaky)\b/,
    /报错|失败|错误|崩|异常|不行|问题|挂|bug|卡|慢|红|不对|不了/u,
  ),
  mark(
    'code',
    /`[^`]+`|\w\(\)|\w\.(?:ts|js|py|go|rs|java|kt|cs|md|json|ya?ml|toml|css|html|sh|sql)\b|\w\/\w|\b[a-z]+_[a-z]+|--\w|@\w/,
    /`[^`]+`|\w\(\)|\w\.(?:ts|js|py|go|rs|java|vue|md|json|ya?ml|sql)\b|\w\/\w|\b[a-z]+_[a-z]+|@\w/u,
  ),
  mark(
    'answers',
    /^(?:ok|okay|k|yes|yeah|yep|yup|no|nope|nah|thanks|thank|thx|great|cool|nice|perfect|good|hi|hello|hey|sure|right|exactly|lol|haha\w*|wow|sorry|awesome|lgtm)\b/,
    /^(?:好|嗯|行|可以|谢|哈|对|是的|不错|没事|ok|辛苦|厉害|收到|你好|不是|不对|算了)/u,
  ),
  mark('you', /\b(?:you|your|you're|yours|u)\b/, /你|您/u),
  mark(
    'is',
    /\b(?:is|are|means|costs|takes|takes|needs|lives|expects|belongs|stays|comes|happens|counts|holds|reads|gets|has|have|'s)\b/,
    /是|叫|为|属于|只有|等于|算|存的?是|在|有/u,
  ),
  mark(
    'others say',
    /\b(?:said|says|told|according|docs say|article|readme|wrote|writes|claims|apparently|heard|reviewer|comment|quote|thread)\b/,
    /说|听说|文章|网上|据|有人|写着|写道|评论|官方|群里|留的|原文/u,
  ),
  mark(
    'of the thing at hand',
    /\b(?:this|that|these|those|the) (?:page|file|function|test|button|pr|branch|ticket|component|field|method|class|line|commit|one|modal|dialog|screen|form|endpoint|column|table|query|script|module|error|bug|feature|part|version|image|menu|link|section)\b/,
    /[这那本该](?:个|条|块|张|段|里|页|边)?(?:页面?|文件|函数|方法|接口|按钮|用例|组件|字段|分支|弹窗|表|列|脚本|模块|报错|功能|类|行|图|版本|菜单|链接)/u,
  ),
  mark(
    'jokes',
    /\b(?:lol|haha\w*|hehe|kidding|jk|joke|lmao)\b|[😀-🙏🤣😂]/u,
    /哈哈|嘿嘿|开玩笑|笑死|[😀-🙏🤣😂]/u,
  ),
  mark(
    'intends',
    /\b(?:let's|lets|i'll|i will|i'm going to|we should|we could|i think|i guess|gonna|shall we|we need|i want)\b/,
    /我来|我去|我先|咱们?先|我想|我觉得|我打算|我看/u,
  ),
  mark(
    'contrast',
    /\b(?:but|except|unless|rather than|instead of|only|not \w+,|though|although|even)\b/,
    /但|不过|除了|而不是|不是.{1,12}是|别.{1,12}[，,]|虽然|就算|除非/u,
  ),
  mark(
    'measure',
    /\b\d+(?:\.\d+)?\s?(?:%|ms|s|sec|seconds|min|minutes|mb|gb|gigs|k|h|hours|days?|weeks?|months?|years?|eur|usd|chars?|lines?|px)\b|[$€£]\s?\d/,
    /\d+\s?(?:%|秒|毫秒|分钟|小时|天|块|元|万|个|条|次|行|年|家|台|位|点|m|g|k)/u,
  ),
  mark('names', /(?!)/, /(?!)/),
]

/** A capital inside a sentence: a name, or a thing that has one. */
const NAME = /(?<=[^.!?\s]\s{1,2}|\p{Script=Han}\s?)\p{Lu}[\p{L}\d]+/u

/** Of each mark whether it is there. */
export function marksOf(text: string): boolean[] {
  const plain = text.toLowerCase().replace(/[’‘]/g, "'")
  return MARKS.map(({ name, en, zh }) =>
    name === 'names' ? NAME.test(text) : en.test(plain) || zh.test(plain),
  )
}
