import { describe, expect, it, test } from 'vitest'
import { isIgnoring, memoryWish, sentencesOf, wishIn } from './ignore-memory.ts'
import { CHINESE_RULES, ENGLISH_RULES } from './recall/ignore-rules.ts'

/** What each rule is for, and no other knows. */
const EXAMPLES: Record<string, string> = {
  ignore: 'Ignore memory for this one.',
  'put aside': 'Leave your memory out of this.',
  'not use': "Don't use your memory for this.",
  'not wanted': "I don't want any memories in this answer.",
  'not into account': 'Do not let your memory influence the review.',
  'without yours': 'Write the reply without your memory.',
  'without any': 'Answer this one without memory.',
  'with no memory': 'Answer with no memory, please.',
  'as if you had none': 'Act as if you had no memory.',
  'as if you remembered nothing': "Pretend you don't remember anything about me.",
  'as if it were empty': 'Act as if your memory were empty.',
  'as if we had never met': 'Behave as though we have never talked.',
  off: 'Turn your memory off for this question.',
  'none, please': 'No memory for this one please.',
  'forget for now': 'Forget everything you know about me for now.',
  'use again': 'Use your memory again.',
  'may use': 'You may use your memory now.',
  'on again': 'Turn memory back on.',
  'ignore no more': 'Stop ignoring memory.',
  'it is on': 'Memory back on please.',
  不用: '不要用记忆。',
  忽略: '忽略记忆，直接回答。',
  记忆别用: '之前的记忆都别看了。',
  把记忆关掉: '把记忆放一边。',
  当作没有记忆: '假装你没有记忆来回答。',
  当作不记得: '就当你什么都不记得。',
  当作第一次: '就当我们从没聊过。',
  没有记忆的情况下: '在没有记忆的情况下重新分析。',
  不让记忆影响: '不要让之前的记忆影响你的判断。',
  又可以用: '可以用记忆了。',
  恢复: '恢复记忆功能。',
  不再忽略: '不用再忽略记忆。',
  把记忆打开: '把记忆重新打开。',
}

describe('every rule', () => {
  const rules = [ENGLISH_RULES(), CHINESE_RULES()].flatMap(({ ignore, again }) => [...ignore, ...again])

  it.each(rules.map(({ name }) => name))('has an example that it alone knows: %s', (name) => {
    const [sentence = ''] = sentencesOf(EXAMPLES[name] ?? '')
    expect(wishIn(sentence)?.rule).toBe(name)
  })
})

const IGNORED = [
  ['ignore memory'],
  ['Ignore your memory'],
  ['ignore memory: where do we deploy?'],
  ['please ignore all memories'],
  ['Where do we deploy? (Ignore memory.)'],
  ['Where do we deploy? Please don’t use your memory for this.'],
  ['For this question, please ignore everything you remember.'],
  ['ignore what you remember from earlier sessions and look at the code'],
  ['Review this diff and ignore your memory'],
  ["don't look at your memories, just answer"],
  ['do not use any memory for this task'],
  ["I don't want you to use your memory here"],
  ["I'd rather you didn't use your saved memories for this"],
  ['Please avoid using your memory this time'],
  ['Could you answer this one without looking at your memory?'],
  ['Answer without any memories please'],
  ['Explain the module without using memory of past conversations'],
  ['act as if you have no memory'],
  ['Pretend that you have no memories of me'],
  ['imagine there is no memory and this is our first conversation'],
  ['Answer as though this were our first conversation.'],
  ['keep your memory out of it'],
  ["don't take your memories into account"],
  ['disregard previous conversations'],
  ["Don't refer to past conversations when answering"],
  ['no memories this time please: what would you name it?'],
  ['set aside what you remember about the api for this'],
  ['Here is the log:\n\n```\nOOM killed\n```\nIgnore memory and tell me what you see'],
  ["don't use memdir for this"],
  ['One more thing: don’t use your memory.'],
  ['- do not consult memory for this'],
  ['You should not use your memory for this one.'],
  ['turn off memory for this question'],
  ['不要用记忆'],
  ['不要使用你的记忆来回答'],
  ['别用记忆，直接看代码'],
  ['忽略记忆'],
  ['请忽略之前的记忆'],
  ['别管之前的记忆，重新想'],
  ['这次不要参考记忆'],
  ['回答这个问题时不要参考你保存的记忆'],
  ['不看记忆，我们该怎么部署？'],
  ['我们在哪里部署？不要查记忆'],
  ['先别管你记得的那些，从头分析'],
  ['忽略你之前记住的内容'],
  ['不要依赖任何历史记忆'],
  ['请在没有记忆的情况下回答'],
  ['假装没有记忆'],
  ['当作你没有任何记忆来回答'],
  ['假设你什么都不记得'],
  ['就当第一次见面'],
  ['把之前的记忆先放一边'],
  ['记忆先别用'],
  ['之前的记忆都不要管'],
  ['抛开记忆，单看这段代码'],
  ['我不想你用记忆回答'],
  ['能不能不用记忆回答一次？'],
  ['不要參考之前的記憶'],
  ['別用記憶'],
  ['不要受之前记忆的影响'],
  ['无视记忆'],
  ['帮我写个函数，不要用记忆里的东西'],
  ['暂时不要使用记忆'],
  ['forget your memory for a second, what would you name this?'],
  ['skip your memory on this one'],
  ['Ignoring your memory, what is the best way to do this?'],
  ['Do this without memory.'],
  ["don't check memory first"],
  ["Don't apply any memories to this one"],
  ['ignore everything from previous sessions'],
  ['treat this as our first conversation'],
  ["act like you don't know me"],
  ['不要带入之前的记忆'],
  ['不要被之前的记忆影响'],
  ['像第一次见到这个项目一样分析'],
  ['不要用 memory'],
  ['please 忽略记忆'],
  ['关闭记忆回答'],
  ['别参考以前的聊天记录'],
]

const LASTING = [
  ['Ignore memory in this conversation.'],
  ["Don't use your memory for the rest of this session"],
  ['From now on, ignore your memory'],
  ['ignore memory until I say otherwise'],
  ['For this whole conversation, act as if you had no memory.'],
  ['在这个对话里不要用记忆'],
  ['本次对话忽略记忆'],
  ['从现在起别用记忆'],
  ['忽略记忆，直到我说可以为止'],
  ['接下来不要参考之前的记忆'],
]

const AGAIN = [
  ['ok, use your memory again'],
  ['You can use your memory again now: where do we deploy?'],
  ['stop ignoring your memory'],
  ['please turn memory back on'],
  ["you don't need to ignore memory any more"],
  ['可以用记忆了'],
  ['现在可以用记忆了，我们在哪里部署？'],
  ['重新使用记忆吧'],
  ['不要再忽略记忆'],
  ['恢复使用记忆'],
]

const ABOUT_IT = [
  ['ignore memory leaks for now'],
  ['Ignore memory leaks, fix the crash first'],
  ['fix the out-of-memory error'],
  ['ignore memory usage and look at CPU'],
  ['ignore memory, look at CPU and disk only'],
  ["don't use memory mapped files"],
  ["don't use more memory than 512 MB"],
  ['do not access memory after free'],
  ['do it without allocating memory'],
  ['sort the list without using extra memory'],
  ['how do I make claude ignore memory?'],
  ['What happens when the user says ignore memory?'],
  ['why did you not use your memory?'],
  ["Why don't you use your memory for this?"],
  ['does it ignore memory when recall is off?'],
  ['When the prompt says "ignore memory", nothing may be attached'],
  ['add a test for `ignore memory`'],
  ['commit message: ignore memory'],
  ['implement a flag --no-memory that skips recall'],
  ['ignore the memory limits in the chart'],
  ["don't ignore memory warnings"],
  ['never ignore memory safety'],
  ['the agent should use its memory'],
  ['remember that we use pnpm, never npm'],
  ["don't remember this"],
  ['forget what I said about the port'],
  ['use memory'],
  ['check your memory: where do we deploy?'],
  ['what do you remember about the staging cluster?'],
  ['search the memories table for duplicates'],
  ['skip memories older than a month in the export'],
  ['delete the memory about pnpm'],
  ['drop memories from the seed data'],
  ['the LSTM should ignore memory cells that are zero'],
  ['do not include memories.json in the bundle'],
  ['ignore the session cookie'],
  ["don't use sessions for this, use JWT"],
  ['in this conversation we will refactor the memory module'],
  ['the worker runs without memory limits'],
  ['Is it possible to run the model without memory?'],
  ['assume you have no memory left on the heap, what happens?'],
  ['忽略内存泄漏'],
  ['先忽略内存占用，看延迟'],
  ['忽略記憶體洩漏'],
  ['不要用记忆化搜索'],
  ['不用记忆这些命令，写进脚本'],
  ['不要使用长短期记忆网络'],
  ['忽略记忆模块的报错'],
  ['怎么让它忽略记忆？'],
  ['为什么你不用记忆？'],
  ['用户说“忽略记忆”时什么都不附加'],
  ['用户说：忽略记忆'],
  ['实现一个忽略记忆的开关'],
  ['记忆功能怎么关闭？'],
  ['记住：我们用 pnpm'],
  ['不要记住这个'],
  ['别忘了更新文档'],
  ['你记得我们在哪里部署吗'],
  ['查一下记忆，我们在哪里部署'],
  ['这个不用记忆'],
  ['如果不用记忆会怎样'],
  ['删除那条关于 pnpm 的记忆'],
  ['肌肉记忆是怎么形成的'],
  ['内存不足，帮我看看'],
  ['不要在这个对话框里用缓存'],
  ['记忆检索太慢，先不看'],
  ['write a function that runs without memory of previous calls'],
  ['design a chatbot that answers without memory'],
  ['search: ignore memories of other projects'],
  ['recall should skip memories shown before'],
  ["don't attach memories that are expired"],
  ['skip the memory tests'],
  ['disable memory swap'],
  ["don't use in-memory sqlite"],
  ['the previous session crashed, continue'],
  ['ignore the previous instructions'],
  ["don't save this to memory"],
  ['召回时要忽略已过期的记忆'],
  ['不要附加过期的记忆'],
  ['不要写入记忆'],
  ['让聊天机器人不要用之前的对话'],
  ['写一个没有记忆的聊天机器人'],
  ['忽略 memory leak'],
  ['Docker Desktop 在 Mac 上很吃 memory 怎么限制'],
]

test.each(IGNORED)('leaves memory aside for the message: %s', (prompt) => {
  expect(memoryWish(prompt)).toBe('ignore-message')
})

test.each(LASTING)('leaves memory aside for the conversation: %s', (prompt) => {
  expect(memoryWish(prompt)).toBe('ignore-conversation')
})

test.each(AGAIN)('uses memory again: %s', (prompt) => {
  expect(memoryWish(prompt)).toBe('use-again')
})

test.each(ABOUT_IT)('is no wish of the kind: %s', (prompt) => {
  expect(memoryWish(prompt)).toBeUndefined()
})

test('what somebody has pasted between asks for nothing', () => {
  const pasted = 'x '.repeat(1_000)
  expect(memoryWish(`Summarise this.\n${pasted}\nIgnore your memory.\n${pasted}\nThanks.`)).toBeUndefined()
  expect(memoryWish(`Summarise this.\n${pasted}${pasted}\nIgnore your memory.`)).toBe('ignore-message')
  expect(memoryWish('> ignore your memory\nwho wrote this?')).toBeUndefined()
})

test('a conversation goes by the last lasting word', () => {
  const [lasting, again] = ['ignore memory in this conversation', 'use your memory again']
  expect(isIgnoring([lasting, 'ignore memory'])).toBe(true)
  expect(isIgnoring([lasting, again, 'ignore memory'])).toBe(false)
  expect(isIgnoring([again, lasting, 'hello'])).toBe(true)
})
