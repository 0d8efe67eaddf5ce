// Progress of long work, on stderr: a bar on a terminal, a line now and then elsewhere, nothing in JSON mode.

import type { Output } from './output.ts'
import { isTerminal, writeTo } from './streams.ts'

interface ProgressBar {
  update(done: number, total: number, what?: string): void
  end(): void
}

const WIDTH = 30
const REDRAW_MS = 100
const LINE_MS = 10_000

export function startProgress(output: Output, label: string): ProgressBar {
  const terminal = isTerminal('stderr')
  if (output.json && !terminal) return { update: () => {}, end: () => {} }
  let drawn = terminal ? 0 : Date.now()
  let open = false
  return {
    update(done, total, what = '') {
      const now = Date.now()
      if (now - drawn < (terminal ? REDRAW_MS : LINE_MS) && done < total) return
      drawn = now
      const share = total > 0 ? done / total : 1
      if (!terminal) {
        if (total > 0 && done < total) writeTo('stderr', `${label} ${done}/${total} ${what}\n`)
        return
      }
      const full = Math.round(share * WIDTH)
      open = true
      writeTo(
        'stderr',
        `\r${label} ${'█'.repeat(full)}${'░'.repeat(WIDTH - full)} ${done}/${total} ${what}\u001b[K`,
      )
    },
    end() {
      if (open) writeTo('stderr', '\r\u001b[K')
      open = false
    },
  }
}
