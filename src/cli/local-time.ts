const DAY_ONLY = /^\d{4}-\d{2}-\d{2}$/

/** A time as people read it, on their own clock and alike in both languages; JSON keeps UTC. A day stays a day. */
export function localTime(iso: string): string {
  const time = new Date(iso)
  if (DAY_ONLY.test(iso) || Number.isNaN(time.getTime())) return iso
  const two = (number: number) => String(number).padStart(2, '0')
  const day = `${time.getFullYear()}-${two(time.getMonth() + 1)}-${two(time.getDate())}`
  return `${day} ${two(time.getHours())}:${two(time.getMinutes())}`
}
