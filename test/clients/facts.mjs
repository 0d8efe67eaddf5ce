// What is stored and asked in every check.

/** Only the body of the memory has this: the index does not. */
export const MARKER = 'viridian-7391'
/** Only the index that memdir adds has this. */
export const INTRO = 'This project has a memory, kept by memdir'
export const FITS = 'which paint do the harbour lights get at night?'
export const UNRELATED = 'sort these birthday balloons by size please'

export const times = (text, part) => text.split(part).length - 1

export function store(lab) {
  lab.memdir(
    'add',
    `The harbour lights are painted ${MARKER} after dusk.`,
    '--type',
    'project',
    '--name',
    'Harbour lights at night',
    '--description',
    'which paint the harbour lights get at night',
  )
  lab.memdir('jobs', 'run')
}
