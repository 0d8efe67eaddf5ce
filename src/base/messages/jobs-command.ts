// What `memdir jobs` says.
import { texts } from './message.ts'

export const jobsCommandTexts = texts('jobs-command', {
  help: [
    'Shows what ran in the background: when, how long, what it did, what failed and why. `jobs run` does the work that is due here and now. Background work is started by writes, one worker per project, and ends by itself; MEMDIR_BACKGROUND=0 or the setting background.enabled switches it off.',
    '显示后台运行过的任务：时间、时长、内容、失败及其原因。`jobs run` 立即在此执行到期的任务。后台工作由写入触发，每个项目一个，自行结束；MEMDIR_BACKGROUND=0 或设置 background.enabled 可关闭。',
  ],
  optionReason: ['what asked for it', '触发原因'],
  optionJob: ['run only this job, due or not', '只运行此任务，无论是否到期'],
  optionDeadline: ['for the worker: begin nothing after this time, or with --job end it then (milliseconds since 1970)', '供后台进程使用：此时刻之后不再开始新任务；与 --job 一起则到时结束该任务（自 1970 年起的毫秒数）'],
  workerRunningAlready: ['A worker is running already.', '已有任务在运行。'],
  nothingDue: ['Nothing was due.', '没有到期的任务。'],
  nothingRunBackgroundYet: ['Nothing has run in the background yet.', '后台还没有运行过任何任务。'],
  waitsUntilFailuresRow: ['{job} waits until {time} (failures in a row: {failures}). `memdir jobs run --job {job}` runs it now.', '{job} 等到 {time}（连续失败 {failures} 次）。`memdir jobs run --job {job}` 可立即运行。'],
  turnsWaitWorker: ['Turns that wait for the worker: {waiting}.', '等待处理的轮次：{waiting}。'],
  turnsDroppedOldestFirst: ['Turns that were dropped, the oldest first, because too many waited: {dropped}.', '因等待的轮次过多而丢弃的最早轮次：{dropped}。'],
  turnCouldNotHandled: ['A turn could not be handled and is kept in state/spool/failed ({name}): {why}', '一个轮次未能处理，保存在 state/spool/failed（{name}）：{why}'],
  started: ['STARTED', '开始'],
  took: ['TOOK', '用时'],
  job: ['JOB', '任务'],
  status: ['STATUS', '状态'],
  for: ['FOR', '原因'],
  did: ['DID', '内容'],
})
