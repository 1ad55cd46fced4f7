/** A moment as a field holds it: the minute in this computer's zone, `YYYY-MM-DD HH:mm`. */
export function localMinute(moment: string): string {
  const time = Date.parse(moment)
  if (Number.isNaN(time)) return ''
  const offset = new Date(time).getTimezoneOffset() * 60_000
  return new Date(time - offset).toISOString().slice(0, 16).replace('T', ' ')
}

/** What a person chose in a field, in UTC; empty while it is not whole. */
export function momentOf(local: string): string {
  const time = Date.parse(local.replace(' ', 'T'))
  return Number.isNaN(time) ? '' : new Date(time).toISOString()
}
