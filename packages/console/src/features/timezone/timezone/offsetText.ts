/** Minutes east of UTC as `UTC+03:30`. */
export function offsetText(minutes: number): string {
  const size = Math.abs(minutes)
  const two = (value: number) => String(value).padStart(2, '0')
  return `UTC${minutes < 0 ? '-' : '+'}${two(Math.floor(size / 60))}:${two(size % 60)}`
}

/** Minutes east of UTC of a zone without daylight saving this year; null for no zone. */
export function standardOffset(zoneId: string, year: number): number | null {
  if (zoneId === '') return null
  const format = new Intl.DateTimeFormat('en-US', { timeZone: zoneId, timeZoneName: 'longOffset' })
  const offsets = [Date.UTC(year, 0, 1), Date.UTC(year, 6, 1)].map((at) => {
    const [, sign = '+', hours = '0', minutes = '0'] =
      /GMT([+-])(\d+)(?::(\d+))?/.exec(format.format(at)) ?? []
    return (sign === '-' ? -1 : 1) * (Number(hours) * 60 + Number(minutes))
  })
  return Math.min(...offsets)
}
