// What tests see of score-people.mjs.
export interface PeopleScore {
  n: number
  reached: number | null
  attached: number | null
  riders: number | null
  false: number | null
  noise: number | null
  anything: number | null
}

export declare function scorePeople(
  asked: readonly {
    prompt: { kind: string; lang: string; relevant: readonly string[]; also: readonly string[] }
    attached: readonly { id: string }[]
    lines: readonly { id: string }[]
  }[],
): { all: PeopleScore; kind: Record<string, PeopleScore>; lang: Record<string, PeopleScore> }
