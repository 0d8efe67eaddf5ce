// Required before a measured program: when it ends, its CPU time and its largest resident memory are written down.
const { writeFileSync } = require('node:fs')

process.on('exit', () => {
  const { user, system } = process.cpuUsage()
  const { maxRSS } = process.resourceUsage()
  writeFileSync(
    process.env.MEMDIR_BENCH_REPORT,
    JSON.stringify({ cpu: (user + system) / 1000, peak: maxRSS / 1024 }),
  )
})
