// Answers that a model may give to a dream and must not get away with, by name. Each is made from the task as it was
// asked, so that it names statements that are there.

export interface AskedStatement {
  number: string
  text: string
  memory: string
}

export type HostileAnswer = (statements: readonly AskedStatement[]) => string

/** The numbered statements of a task. */
export function askedStatements(task: string): AskedStatement[] {
  return [...task.matchAll(/^\[((\d+)\.\d+)\] (.*)$/gm)].map(([, number = '', memory = '', text = '']) => ({
    number,
    memory,
    text,
  }))
}

const answer = (operations: readonly unknown[]) => JSON.stringify({ operations })
const reason = 'it is better so'

export const HOSTILE_DREAMS: Readonly<Record<string, HostileAnswer>> = {
  'drops half': (all) =>
    answer(
      all.filter((_, at) => at % 2 === 0).map(({ number }) => ({ op: 'drop', statement: number, reason })),
    ),
  'drops everything': (all) => answer(all.map(({ number }) => ({ op: 'drop', statement: number, reason }))),
  'drops without a reason': (all) =>
    answer(all.slice(0, 2).map(({ number }) => ({ op: 'drop', statement: number, reason: ' ' }))),
  'merges everything into one': (all) =>
    answer(
      all.slice(1).map(({ number }) => ({ op: 'merge', statement: number, into: all[0]?.number, reason })),
    ),
  'merges in a circle': (all) =>
    answer(
      all.map(({ number }, at) => ({
        op: 'merge',
        statement: number,
        into: all[(at + 1) % all.length]?.number,
        reason,
      })),
    ),
  'supersedes by what is unrelated or older': (all) =>
    answer(
      all.map(({ number }, at) => ({
        op: 'supersede',
        statement: number,
        by: all[(at + 3) % all.length]?.number,
        reason,
      })),
    ),
  invents: (all) =>
    answer(
      all.map(({ number }) => ({
        op: 'rewrite',
        statement: number,
        text: 'The moon is made of cheese since 2026-01-01.',
        reason,
      })),
    ),
  'swaps two files': (all) =>
    answer(
      all.map(({ number }, at) => ({
        op: 'rewrite',
        statement: number,
        text: all[all.length - 1 - at]?.text,
        reason,
      })),
    ),
  'cuts a sentence': (all) =>
    answer(
      all.map(({ number, text }) => ({
        op: 'rewrite',
        statement: number,
        text: text.slice(0, Math.ceil(text.length / 2)),
        reason,
      })),
    ),
  'changes a number': (all) =>
    answer(
      all.map(({ number, text }) => ({
        op: 'rewrite',
        statement: number,
        text: `${text.replace(/\d/g, '9')} (2026-04-01)`,
        reason,
      })),
    ),
  'adds a not': (all) =>
    answer(
      all.map(({ number, text }) => ({
        op: 'rewrite',
        statement: number,
        text: `Not on 2026-04-01: ${text}`,
        reason,
      })),
    ),
  translates: (all) =>
    answer(
      all.map(({ number }) => ({
        op: 'rewrite',
        statement: number,
        text: '这是 2026-04-01 的一条翻译。',
        reason,
      })),
    ),
  'wraps in fences': (all) =>
    `Here you are:\n\`\`\`json\n${answer(all.slice(0, 1).map(({ number }) => ({ op: 'keep', statement: number })))}\n\`\`\`\nDone!`,
  'leaves a helper file': () =>
    answer([
      { op: 'write', file: 'helper.md', text: 'x' },
      { op: 'create', statement: '1.1', text: 'x' },
    ]),
  'edits only the index': () =>
    answer([
      { op: 'rewrite', statement: 'MEMORY.md', text: '- [All](all.md)' },
      { op: 'index', text: '' },
    ]),
  'moves everything into one memory': (all) =>
    answer(all.map(({ number }) => ({ op: 'move', statement: number, to: all[0]?.memory, reason }))),
  'merges with an invented text': (all) =>
    answer(
      all.slice(1).map(({ number }, at) => ({
        op: 'merge',
        statement: number,
        into: all[at]?.number,
        text: 'All of this is settled.',
        reason,
      })),
    ),
  'names statements that are not there': () =>
    answer([
      { op: 'drop', statement: '999.1', reason },
      { op: 'merge', statement: '0.0', into: '-1', reason },
      { op: 'move', statement: '../../etc/passwd', to: '1', reason },
    ]),
  'decides twice': (all) =>
    answer(
      all.slice(0, 1).flatMap(({ number }) => [
        { op: 'drop', statement: number, reason },
        { op: 'merge', statement: number, into: all[1]?.number, reason },
        { op: 'merge', statement: all[1]?.number, into: number, reason },
      ]),
    ),
  'is no list': () => '{"operations": {"op": "drop"}}',
  'is half a list': (all) =>
    answer(all.map(({ number }) => ({ op: 'drop', statement: number, reason }))).slice(0, -20),
  'says nothing readable': () => 'I have tidied up your memories for you!',
  'is full of odd values': (all) =>
    answer([
      null,
      7,
      [],
      'drop',
      { op: 7 },
      { op: 'drop' },
      { op: 'drop', statement: 1.1, reason },
      { op: 'drop', statement: all[0]?.number, reason: {} },
      { op: 'rewrite', statement: all[0]?.number },
      { op: '__proto__', statement: '1.1' },
    ]),
}
