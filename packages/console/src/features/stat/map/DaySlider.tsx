import { useState } from 'react'
import { usePage } from '../../../kit/page/page.ts'
import { formatDay } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import classes from './map.module.css'

const dayMs = 86_400_000
const dayOf = (number: number) => new Date(number * dayMs).toISOString().slice(0, 10)
const numberOf = (day: string) => Math.floor(Date.parse(`${day}T00:00:00Z`) / dayMs)

/** The days that are known of (UTC); its end is now. The address keeps the day. */
export function DaySlider({ firstDay }: { readonly firstDay: string | null }) {
  const { query, setQuery } = usePage()
  const [today] = useState(() => Math.floor(Date.now() / dayMs))
  const first = firstDay === null ? today : numberOf(firstDay)
  const day = query['day'] ? numberOf(query['day']) : today
  if (first >= today) return null
  const text = day >= today ? t('stat.map.now') : formatDay(dayOf(day))
  const show = (number: number) => setQuery({ ...query, day: number >= today ? '' : dayOf(number) })
  return (
    <>
      <label className={classes.slider}>
        <span>{t('stat.map.day')}</span>
        <input
          type="range"
          aria-valuetext={text}
          min={first}
          max={today}
          step={1}
          value={Math.max(first, day)}
          onChange={({ currentTarget }) => show(Number(currentTarget.value))}
        />
        <output>{text}</output>
      </label>
      {day < today && <p className={classes.hint}>{t('stat.map.pastHint')}</p>}
    </>
  )
}
