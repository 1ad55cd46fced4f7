import '@mantine/dates/styles.layer.css'
import { DateInput, type DateInputProps } from '@mantine/dates'
import dayjs from 'dayjs'
import { useState } from 'react'
import { shownDigits } from './digits.ts'

type DayOfWeek = NonNullable<DateInputProps['firstDayOfWeek']>

/** What the language says of a field with a calendar. */
export interface CalendarTexts {
  /** 0 is Sunday. */
  readonly firstDay: DayOfWeek
  readonly clear: string
  readonly calendar: NonNullable<DateInputProps['ariaLabels']>
}

export interface CalendarInputProps {
  readonly label: string
  /** `YYYY-MM-DD`, with ` HH:mm` behind it where the time counts; empty for none. */
  readonly value: string
  readonly onChange: (value: string) => void
  /** What stands in the field for a value. */
  readonly format: (value: string) => string
  /** The value that was typed; null while it is none. */
  readonly parse: (typed: string) => string | null
  readonly texts: CalendarTexts
  readonly withTime?: boolean
  /** The time of a day that is chosen while there is none: midnight, or this one. */
  readonly dayClock?: string | undefined
  readonly placeholder?: string
  /** The first day that the calendar offers. */
  readonly min?: string | undefined
  readonly name?: string
  readonly required?: boolean
  readonly error?: string | undefined
  readonly onBlur?: () => void
  /** The value was taken out by its button. */
  readonly onClear?: () => void
  readonly onEnter?: () => void
}

/** What the library writes is English, as the product spec pins it; the digits are the language's. */
const inDigits = (pattern: string) => (day: string) => shownDigits(dayjs(day).format(pattern))
const year = inDigits('YYYY')

const calendarFormats = {
  renderDay: inDigits('D'),
  getDayAriaLabel: inDigits('D MMMM YYYY'),
  monthLabelFormat: inDigits('MMMM YYYY'),
  yearLabelFormat: year,
  yearsListFormat: year,
  decadeLabelFormat: (first: string, last: string) => `${year(first)} – ${year(last)}`,
}

/** A day, with its time or without: typed, or chosen from the library's calendar. */
export function CalendarInput({
  value,
  onChange,
  format,
  parse,
  texts,
  withTime = false,
  dayClock = '00:00',
  min,
  onBlur,
  onClear,
  onEnter,
  ...rest
}: CalendarInputProps) {
  const [isOpen, setOpen] = useState(false)
  // The library's calendar stays over what the entered day has changed.
  const [isEntered, setEntered] = useState(false)
  const take = (next: string | null) => {
    if (next === null) return onChange('')
    // The calendar names days only: a time that was there stays.
    const time = value.slice(10) || ` ${dayClock}`
    return onChange(withTime ? `${next}${time}`.slice(0, 16) : next)
  }
  const clear = () => {
    onChange('')
    onClear?.()
  }
  return (
    <DateInput
      {...rest}
      {...calendarFormats}
      {...(isOpen && { 'data-mantine-stop-propagation': true })}
      value={value || null}
      onChange={take}
      onBlur={onBlur}
      withTime={withTime}
      valueFormat={(day) => format(day.slice(0, withTime ? 16 : 10))}
      dateParser={(typed) => parse(typed)}
      firstDayOfWeek={texts.firstDay}
      // Red is for what is wrong, and too pale a text is for nobody.
      weekendDays={[]}
      hideOutsideDates
      ariaLabels={texts.calendar}
      // Only what is chosen: of a day that was typed the form's rules say what is wrong.
      excludeDate={(day) => min !== undefined && day < min}
      highlightToday
      clearable
      allowDeselect={false}
      clearButtonProps={{ 'aria-label': texts.clear, onClick: clear }}
      onKeyDown={({ key }) => {
        setEntered(key === 'Enter')
        if (key === 'Enter') onEnter?.()
      }}
      onClick={() => setEntered(false)}
      onFocus={() => setEntered(false)}
      popoverProps={{
        ...(isEntered && { opened: false }),
        withinPortal: false,
        floatingStrategy: 'fixed',
        onOpen: () => setOpen(true),
        onClose: () => setOpen(false),
      }}
    />
  )
}
