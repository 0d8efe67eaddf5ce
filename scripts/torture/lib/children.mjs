// Children that are a file of this folder, run with `node FILE child …`.
import { spawn } from 'node:child_process'
import { writeSync } from 'node:fs'
import { fileURLToPath } from 'node:url'

export const say = (line) => writeSync(1, `${line}\n`)
export const sleep = (ms) => new Promise((wake) => setTimeout(wake, ms))
export const chance = (share) => Math.random() < share

/** What a file was started for as a child, if it was. */
export function childArguments(url) {
  const [file, word, ...args] = process.argv.slice(1)
  return word === 'child' && fileURLToPath(url) === file ? args : undefined
}

const running = new Set()

export function endChildren() {
  for (const child of running) child.kill('SIGKILL')
}

export function startChild(file, args) {
  const child = spawn(process.execPath, [file, 'child', ...args.map(String)], {
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  running.add(child)
  const made = { child, out: '', err: '' }
  child.stdout.on('data', (data) => {
    made.out += data
  })
  child.stderr.on('data', (data) => {
    made.err += data
  })
  made.ended = new Promise((done) => {
    child.on('close', (code, signal) => {
      running.delete(child)
      done({ code, signal })
    })
  })
  made.acknowledged = () => made.out.split('\nack ').length - 1
  made.saysReady = () => made.out.includes('ready\n') || child.exitCode !== null || child.signalCode !== null
  return made
}
