// Loaded with `node --import`: writes the most memory that the process took, in megabytes, into the file PEAK_FILE.
import { appendFileSync } from 'node:fs'

const { PEAK_FILE } = process.env
if (PEAK_FILE)
  process.on('exit', () =>
    appendFileSync(PEAK_FILE, `${Math.round(process.resourceUsage().maxRSS / 1024)}\n`),
  )
