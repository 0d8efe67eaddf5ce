// The receipt of a level that acted: what was sent before and after, by one gauge.
import type { ContextState, Receipt, StepInput } from './context-state.ts'
import { nextReceiptId } from './context-state.ts'
import { type Gauge, toNumber } from './gauge.ts'

export function receiptOf(
  { state, now }: { state: ContextState; now: StepInput['now'] },
  gauge: Gauge,
  sizes: { readonly before: number; readonly after: number },
  facts: Pick<Receipt, 'level' | 'reason' | 'messages' | 'results'>,
): Receipt {
  const before = toNumber(gauge.used(sizes.before))
  const after = toNumber(gauge.used(sizes.after))
  return {
    id: nextReceiptId(state),
    time: new Date(now).toISOString(),
    ...facts,
    counted: gauge.counted,
    ...{ freed: before - after, before, after },
  }
}
