/** A moment as the browser's field writes it: the minute in this computer's zone. */
export function localMinute(moment: string): string {
  const time = Date.parse(moment)
  if (Number.isNaN(time)) return ''
  const offset = new Date(time).getTimezoneOffset() * 60_000
  return new Date(time - offset).toISOString().slice(0, 16)
}

/** What a person chose in the browser's field, in UTC; empty while it is not whole. */
export function momentOf(local: string): string {
  const time = Date.parse(local)
  return Number.isNaN(time) ? '' : new Date(time).toISOString()
}
