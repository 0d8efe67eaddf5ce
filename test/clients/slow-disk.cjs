// Loaded into every Node process of a run: whatever touches memdir's files waits as for a disk that does not answer.
const fs = require('node:fs')
const SECONDS = Number(process.env.MEMDIR_SLOW_DISK)
const cell = new Int32Array(new SharedArrayBuffer(4))

for (const name of ['openSync', 'statSync', 'lstatSync', 'readdirSync', 'existsSync', 'readFileSync']) {
  const real = fs[name]
  fs[name] = (path, ...rest) => {
    if (String(path).includes('/.memdir/projects/')) Atomics.wait(cell, 0, 0, SECONDS * 1000)
    return real(path, ...rest)
  }
}
