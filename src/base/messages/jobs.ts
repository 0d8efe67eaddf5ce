// Background jobs: what a run did not do, and why.

import { texts } from './message.ts'

export const jobsTexts = texts('jobs', {
  jobFailed: ['{problem}', '{problem}'],
  jobFailedFix: ['{problem} {fix}', '{problem}{fix}'],
  jobFailedStopFix: ['{problem}. {fix}', '{problem}。{fix}'],
  jobTimedOut: ['it did not finish in time and was ended', '未能按时完成，已被终止'],
  jobOutOfTime: ['time ran out; the rest is left for the next run', '时间已到，其余留待下次运行'],
  jobProcessEnded: ['its process ended unexpectedly ({how}){output}', '其进程意外结束（{how}）{output}'],
  jobNotStarted: ['its process could not be started: {problem}', '无法启动其进程：{problem}'],
  unknownJob: ['there is no job "{name}"; known are {known}', '没有任务“{name}”；已有：{known}'],
  turnsFailed: ['{count} of the turns that ended could not be handled: {problem}', '{count} 个已结束的轮次未能处理：{problem}'],
  turnUnreadable: ['the file cannot be read', '无法读取该文件'],
  turnInterrupted: ['the process ended while it was being handled', '处理期间进程结束'],
  turnsDropped: ['{count} of the oldest turns were dropped because more than {limit} waited', '等待的轮次超过 {limit} 个，最早的 {count} 个已被丢弃'],
  noFileList: ['git could not list the files of the working tree (is git installed, and is there a commit?)', 'git 无法列出工作区的文件（是否已安装 git、是否已有提交？）'],
  listIncomplete: ['not every file could be read, so no name is called gone', '并非所有文件都能读取，因此不会判定任何名称已消失'],
})
