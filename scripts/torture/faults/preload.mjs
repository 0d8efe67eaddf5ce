// What shim.c does, where there is no C compiler or no LD_PRELOAD: `node --import` of this file wraps the functions of
// node:fs. Native code (the catalog's SQLite) is not seen. The same variables and the same state file.
import fs from 'node:fs'
import { syncBuiltinESMExports } from 'node:module'
import { HEADER_BYTES, RECORD_BYTES, RECORDS } from './state-file.mjs'

const { FAULT_STATE, FAULT_AT, FAULT_KIND } = process.env
const at = Number(FAULT_AT ?? 0)
const real = { ...fs }
const state = FAULT_STATE ? real.openSync(FAULT_STATE, 'r+') : undefined
const MAKES = fs.constants.O_CREAT | fs.constants.O_TRUNC

function add(offset) {
  const bytes = Buffer.alloc(8)
  real.readSync(state, bytes, 0, 8, offset)
  const next = bytes.readBigUInt64LE() + 1n
  bytes.writeBigUInt64LE(next)
  real.writeSync(state, bytes, 0, 8, offset)
  return Number(next)
}

/** Whether this call goes wrong now. `grows`: it needs room on the disk. */
function isHit(name, path, grows) {
  const n = add(0)
  if (n <= RECORDS) {
    const record = Buffer.alloc(RECORD_BYTES)
    record.write(`${name} ${String(path).slice(-100)}`, 0, RECORD_BYTES - 1)
    real.writeSync(state, record, 0, RECORD_BYTES, HEADER_BYTES + (n - 1) * RECORD_BYTES)
  }
  const hit = at > 0 && (FAULT_KIND === 'full' ? n >= at && grows : n === at)
  if (hit) add(8)
  return hit
}

function goWrong(name) {
  if (FAULT_KIND === 'kill') process.kill(process.pid, 'SIGKILL')
  throw Object.assign(new Error(`ENOSPC: no space left on device, ${name}`), {
    code: 'ENOSPC',
    syscall: name,
    errno: -28,
  })
}

const isFile = (fd) => typeof fd !== 'number' || real.fstatSync(fd).isFile()

function wrap(name, applies, grows) {
  const act = real[name]
  fs[name] = (...args) => {
    if (applies(...args) && isHit(name.replace(/Sync$/, ''), args[0], grows)) goWrong(name)
    return act(...args)
  }
}

if (state !== undefined) {
  const always = () => true
  const makes = (path, flags) =>
    (typeof flags === 'number' ? (flags & MAKES) !== 0 : /[wax]/.test(flags ?? 'r')) && path !== ''
  wrap('openSync', makes, true)
  for (const name of ['writeSync', 'writeFileSync', 'appendFileSync']) wrap(name, isFile, true)
  for (const name of ['linkSync', 'symlinkSync', 'mkdirSync', 'mkdtempSync', 'copyFileSync', 'cpSync'])
    wrap(name, always, true)
  for (const name of [
    'renameSync',
    'unlinkSync',
    'rmdirSync',
    'rmSync',
    'ftruncateSync',
    'truncateSync',
    'fsyncSync',
    'chmodSync',
    'fchmodSync',
  ])
    wrap(name, always, false)
  syncBuiltinESMExports()
}
