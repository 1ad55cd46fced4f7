import { Suspense } from 'react'
import { TextInput } from '../../ui/controls.ts'
import type { CalendarInputProps } from '../../ui/form/CalendarInput.tsx'
import { lazyPart } from '../lazyPart.tsx'
import { calendarTexts } from './calendarTexts.ts'

const CalendarInput = lazyPart(
  async () => (await import('../../ui/form/CalendarInput.tsx')).CalendarInput,
)

/** A field with a calendar; until the calendar's code has come it shows what it holds. */
export function LazyCalendar(props: Omit<CalendarInputProps, 'texts'>) {
  const { label, format, parse, placeholder, required = false, error } = props
  // An address can say anything.
  const value = parse(props.value) === null ? '' : props.value
  const shown = value && format(value)
  return (
    <Suspense
      fallback={<TextInput {...{ label, placeholder, required, error }} value={shown} readOnly />}
    >
      <CalendarInput {...props} value={value} texts={calendarTexts()} />
    </Suspense>
  )
}
