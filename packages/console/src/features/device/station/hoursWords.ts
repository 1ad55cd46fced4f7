import { type BusinessHours, type Opening, weekDays } from '@muster/contract'
import { formatAll, formatClock, formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'

/** Business hours in a line: days that follow one another with the same hours are said together. */
export function hoursWords(hours: BusinessHours): string {
  const runs: {
    first: (typeof weekDays)[number]
    last: (typeof weekDays)[number]
    open: Opening
  }[] = []
  let before: Opening | null = null
  for (const day of weekDays) {
    const open = hours[day]
    const run = runs.at(-1)
    if (open && run && before && isSame(before, open)) run.last = day
    else if (open) runs.push({ first: day, last: day, open })
    before = open
  }
  const parts = runs.map(({ first, last, open }) =>
    t(first === last ? 'station.hoursOfDay' : 'station.hoursOfDays', {
      first: t(`station.day.${first}`),
      last: t(`station.day.${last}`),
      from: formatClock(open.from),
      until: formatClock(open.until),
    }),
  )
  const { length: count } = hours.holidays
  if (count > 0) parts.push(t('station.holidaysCount', { count: formatNumber(count) }))
  return formatAll(parts)
}

const isSame = (one: Opening, other: Opening): boolean =>
  one.from === other.from && one.until === other.until
