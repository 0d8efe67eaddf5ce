// What `memdir doctor` finds, a line each.
import { texts } from './message.ts'

export const findingsTexts = texts('findings', {
  noPointer: ['no pointer to {target}', '缺少指向 {target} 的指针'],
  linePointsNotExist: ['line {line} points to {target}, which does not exist', '第 {line} 行指向不存在的 {target}'],
  linePointsAgain: ['line {line} points to {target} again', '第 {line} 行重复指向 {target}'],
  lineCharactersKeepAbout: ['line {line} has {length} characters; keep it to about 150, the link not counted', '第 {line} 行有 {length} 个字符；请控制在 150 左右（链接不计）'],
  linesMoreThanAgents: ['{lines} lines are more than agents load (200 lines, 25,000 bytes)', '共 {lines} 行，超过代理加载的上限（200 行、25,000 字节）'],
  frontmatterCannotRead: ['the frontmatter cannot be read', 'frontmatter 无法读取'],
  sameId: ['has the same id ({id}) as {of}', '与 {of} 编号相同（{id}）'],
  saysSameRemoveOne: ['says the same as {of}; remove one of them', '与 {of} 内容相同；请删除其一'],
  hiddenSupersededNotExist: ['is hidden as superseded by {id}, which does not exist or is hidden itself', '被标记为由 {id} 取代而隐藏，但 {id} 不存在或自身也被隐藏'],
  otherUsersReadMode: ['other users can read it (mode {mode})', '其他用户可读取（权限 {mode}）'],
  processEndedWhileHeld: ['a process ended while it held the lock; harmless, the next write takes it over', '有进程在持锁时结束；无害，下次写入会接管'],
  temporaryFileLeftBehind: ['a temporary file was left behind', '遗留的临时文件'],
  lineContainsInvisibleControl: ['line {line} contains an invisible control character ({character})', '第 {line} 行含有不可见控制字符（{character}）'],
  lastWorkBackgroundFailed: ['the last work in the background failed: {problem}; after fixing it, run `memdir reindex`', '最近一次后台工作失败：{problem}；排除后请运行 `memdir reindex`'],
  cannotRead: ['cannot be read', '无法读取'],
  noPointerMemories: ['no pointer to {findings} memories: {first}, …', '缺少指向 {findings} 条记忆的指针：{first}等'],
})
