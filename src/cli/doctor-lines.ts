// The lines of the doctor in the order in which they matter: what is wrong first, then what waits for the person, then
// what is good to know, and last what works. Each once.

const RANKS = ['off', 'problem', 'waiting', 'note', 'ok'] as const

export interface DoctorLine {
  rank: (typeof RANKS)[number]
  text: string
}

export function inOrder(lines: readonly DoctorLine[]): DoctorLine[] {
  const once = new Map<string, DoctorLine>()
  for (const line of lines) if (!once.has(line.text)) once.set(line.text, line)
  const rankOf = ({ rank }: DoctorLine) => RANKS.indexOf(rank)
  return [...once.values()].sort((one, other) => rankOf(one) - rankOf(other))
}
