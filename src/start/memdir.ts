#!/usr/bin/env node
import { endAfter } from './end-after.ts'
import { runProgram } from './run-program.ts'
import { spareCompilers } from './spare-compilers.ts'

/** Commands that answer one short question and end. */
const SHORT: ReadonlySet<string> = new Set(['recall', 'search', 'stats'])

/** Beyond its deadline: what a worker has begun may run for another quarter of an hour; a job is ended by its worker before. */
const WORKER_ROOM_MS = 20 * 60_000
const JOB_ROOM_MS = 60_000

const { argv } = process
const [, , word = ''] = argv
if (word === 'jobs' && argv.includes('--deadline')) {
  const left = Number(argv[argv.indexOf('--deadline') + 1]) - Date.now()
  const room = argv.includes('--job') ? JOB_ROOM_MS : WORKER_ROOM_MS
  if (Number.isFinite(left)) endAfter(Math.max(0, left + room))
}
const name = /^[a-z]{2,16}$/.test(word) ? word : 'options'
const cache = SHORT.has(word) ? spareCompilers(name, argv.join(' ')) : name
// What is removed must not be there again when this process ends.
runProgram('memdir-program.js', cache, process.env, word !== 'uninstall')
