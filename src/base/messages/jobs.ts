// Background jobs: what a run did not do, and why.

export const JOB_FAILED = { key: 'jobs.job-failed', en: '{problem}', zh: '{problem}' } as const

export const JOB_FAILED_FIX = {
  key: 'jobs.job-failed-fix',
  en: '{problem} {fix}',
  zh: '{problem}{fix}',
} as const

export const JOB_FAILED_STOP_FIX = {
  key: 'jobs.job-failed-stop-fix',
  en: '{problem}. {fix}',
  zh: '{problem}。{fix}',
} as const

export const JOB_TIMED_OUT = {
  key: 'jobs.job-timed-out',
  en: 'it did not finish in time and was ended',
  zh: '未能按时完成，已被终止',
} as const

export const JOB_OUT_OF_TIME = {
  key: 'jobs.job-out-of-time',
  en: 'time ran out; the rest is left for the next run',
  zh: '时间已到，其余留待下次运行',
} as const

export const JOB_PROCESS_ENDED = {
  key: 'jobs.job-process-ended',
  en: 'its process ended unexpectedly ({how}){output}',
  zh: '其进程意外结束（{how}）{output}',
} as const

export const JOB_NOT_STARTED = {
  key: 'jobs.job-not-started',
  en: 'its process could not be started: {problem}',
  zh: '无法启动其进程：{problem}',
} as const

export const UNKNOWN_JOB = {
  key: 'jobs.unknown-job',
  en: 'there is no job "{name}"; known are {known}',
  zh: '没有任务“{name}”；已有：{known}',
} as const

export const TURNS_FAILED = {
  key: 'jobs.turns-failed',
  en: '{count} of the turns that ended could not be handled: {problem}',
  zh: '{count} 个已结束的轮次未能处理：{problem}',
} as const

export const TURN_UNREADABLE = {
  key: 'jobs.turn-unreadable',
  en: 'the file cannot be read',
  zh: '无法读取该文件',
} as const

export const TURN_INTERRUPTED = {
  key: 'jobs.turn-interrupted',
  en: 'the process ended while it was being handled',
  zh: '处理期间进程结束',
} as const

export const TURNS_DROPPED = {
  key: 'jobs.turns-dropped',
  en: '{count} of the oldest turns were dropped because more than {limit} waited',
  zh: '等待的轮次超过 {limit} 个，最早的 {count} 个已被丢弃',
} as const

export const NO_FILE_LIST = {
  key: 'jobs.no-file-list',
  en: 'git could not list the files of the working tree (is git installed, and is there a commit?)',
  zh: 'git 无法列出工作区的文件（是否已安装 git、是否已有提交？）',
} as const

export const LIST_INCOMPLETE = {
  key: 'jobs.list-incomplete',
  en: 'not every file could be read, so no name is called gone',
  zh: '并非所有文件都能读取，因此不会判定任何名称已消失',
} as const
