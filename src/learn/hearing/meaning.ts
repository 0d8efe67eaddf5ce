// The vector of what was heard as it waits in state: int8, base64. Two of one model's are compared; of two models' they
// differ in length.

/** Length 1 is this. */
const UNIT = 127

export function meaningOf(vector: Float32Array): string {
  const codes = Int8Array.from(vector, (value) => Math.round(Math.max(-1, Math.min(1, value)) * UNIT))
  return Buffer.from(codes.buffer).toString('base64')
}

/** 0 where they cannot be compared. */
export function nearnessOf(one: string | undefined, other: string | undefined): number {
  if (one === undefined || other === undefined || one.length !== other.length) return 0
  const [a, b] = [one, other].map((text) => new Int8Array(Buffer.from(text, 'base64'))) as [
    Int8Array,
    Int8Array,
  ]
  let [both, ofOne, ofOther] = [0, 0, 0]
  for (let at = 0; at < a.length; at++) {
    both += (a[at] ?? 0) * (b[at] ?? 0)
    ofOne += (a[at] ?? 0) ** 2
    ofOther += (b[at] ?? 0) ** 2
  }
  return both / (Math.sqrt(ofOne * ofOther) || 1)
}
