import {
  type BusinessHours,
  businessHours,
  type Holiday,
  mostHolidays,
  type Opening,
  weekDays,
} from '@muster/contract'
import { DayInput } from '../../../kit/dates/DayInput.tsx'
import { TimeInput } from '../../../kit/dates/TimeInput.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, Checkbox, TextInput } from '../../../ui/controls.ts'
import type { FieldHold } from '../../../ui/form/fields.tsx'
import classes from './station.module.css'

const usual: Opening = { from: '09:00', until: '17:00' }
const closed: BusinessHours = businessHours().parse({})
const newHoliday: Holiday = { date: '', name: '', open: null }

/** Hours of each day of the week, and holidays with hours of their own or none. */
export function HoursField({ value, onChange, error, label }: FieldHold) {
  const hours: BusinessHours = isHours(value) ? value : closed
  // Without any hours nothing is known of them.
  const change = (part: Partial<BusinessHours>) => {
    const next = { ...hours, ...part }
    const isEmpty = weekDays.every((day) => !next[day]) && next.holidays.length === 0
    onChange(isEmpty ? '' : next)
  }
  const changeHoliday = (index: number, part: Partial<Holiday>) =>
    change({
      holidays: hours.holidays.map((one, at) => (at === index ? { ...one, ...part } : one)),
    })
  return (
    <fieldset className={classes.hours}>
      <legend className={classes.hidden}>{label}</legend>
      {weekDays.map((day) => (
        <div key={day} role="group" aria-label={t(`station.day.${day}`)} className={classes.day}>
          <OpenField
            label={t(`station.day.${day}`)}
            open={hours[day]}
            usual={lastBefore(day, hours)}
            change={(open) => change({ [day]: open })}
          />
        </div>
      ))}
      {hours.holidays.map((holiday, index) => (
        // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name than its place
        <div key={index} role="group" aria-label={nameOf(index)} className={classes.holiday}>
          <DayInput
            label={t('station.holidayDate')}
            value={holiday.date}
            onChange={(date) => changeHoliday(index, { date })}
          />
          <TextInput
            label={t('station.holidayName')}
            value={holiday.name}
            onChange={(event) => changeHoliday(index, { name: event.currentTarget.value })}
          />
          <OpenField
            label={t('station.isOpen')}
            open={holiday.open}
            usual={usual}
            change={(open) => changeHoliday(index, { open })}
          />
          <Button
            size="xs"
            variant="default"
            onClick={() => change({ holidays: hours.holidays.filter((_, at) => at !== index) })}
          >
            {t('kit.remove')}
          </Button>
        </div>
      ))}
      {error && (
        <p role="alert" className={classes.problem}>
          {error}
        </p>
      )}
      {hours.holidays.length < mostHolidays && (
        <Button
          size="xs"
          variant="default"
          onClick={() => change({ holidays: [...hours.holidays, newHoliday] })}
        >
          {t('station.addHoliday')}
        </Button>
      )}
    </fieldset>
  )
}

/** A day that opens begins with the hours of the last open one before it: most are alike. */
function lastBefore(day: (typeof weekDays)[number], hours: BusinessHours): Opening {
  const before = weekDays.slice(0, weekDays.indexOf(day)).map((one) => hours[one])
  return before.findLast((one) => one !== null) ?? usual
}

const isHours = (value: unknown): value is BusinessHours =>
  typeof value === 'object' && value !== null && 'holidays' in value

const nameOf = (index: number): string => t('station.holiday', { number: formatNumber(index + 1) })

interface OpenFieldProps {
  readonly label: string
  readonly open: Opening | null
  /** What it begins with when it opens. */
  readonly usual: Opening
  readonly change: (open: Opening | null) => void
}

/** Whether it is open on a day, and when. */
function OpenField({ label, open, usual, change }: OpenFieldProps) {
  return (
    <>
      <Checkbox
        label={label}
        checked={open !== null}
        onChange={(event) => change(event.currentTarget.checked ? usual : null)}
      />
      {open && (
        <>
          <TimeInput
            label={t('station.from')}
            value={open.from}
            onChange={(from) => change({ ...open, from })}
          />
          <TimeInput
            label={t('station.until')}
            value={open.until}
            onChange={(until) => change({ ...open, until })}
          />
        </>
      )}
      {!open && <span className={classes.closed}>{t('station.closed')}</span>}
    </>
  )
}
