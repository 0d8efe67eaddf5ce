// A clock that was set by more than a day, and what is deleted by age.

import { texts } from './message.ts'

export const clockTexts = texts('clock', {
  clockForward: ['The clock of this computer went forward by {days} days (now: {to}). If that is wrong, set it right: nothing is removed by age for a day, and then a tenth a day.', '此计算机的时钟前跳了 {days} 天（现为 {to}）。若不正确请校正：一天之内不会按时间删除任何内容，之后每天至多删除十分之一。'],
  clockBack: ['The clock of this computer went back by {days} days (now: {to}). If that is wrong, set it right. Nothing is removed by age for a day.', '此计算机的时钟后退了 {days} 天（现为 {to}）。若不正确请校正。一天之内不会按时间删除任何内容。'],
  cleanUpWaits: ['The clock of this computer has jumped by more than a day: nothing is removed by age until it has run for a day.', '此计算机的时钟跳变超过一天：在其正常运行一天之前，不会按时间删除任何内容。'],
  cleanUpLater: ['{memories} more memories and {changes} more changes of the history are due; one run removes at most a tenth. The next run goes on.', '另有 {memories} 条记忆和 {changes} 次历史更改到期；每次至多删除十分之一，下次运行时继续。'],
  futureChanges: ['changes dated in the future: {count} (up to {until}); they were made while the clock was ahead', '时间在未来的更改：{count}（最晚 {until}）；写入时时钟超前'],
})
