import { Cron } from 'croner'

/** The next times of a cron line of five fields, by the clock of a zone; null where it is none. */
export function nextTimes(line: string, zone: string, count: number): readonly Date[] | null {
  if (line.trim().split(/\s+/).length !== 5) return null
  try {
    return new Cron(line.trim(), { timezone: zone, mode: '5-part' }).nextRuns(count)
  } catch {
    return null
  }
}
