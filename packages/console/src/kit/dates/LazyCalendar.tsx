import { TextInput } from '../../ui/controls.ts'
import type { CalendarInputProps } from '../../ui/form/CalendarInput.tsx'
import { lazyPart } from '../../platform/lazyPart.tsx'
import { calendarTexts } from './calendarTexts.ts'

const CalendarInput = lazyPart(
  async () => (await import('../../ui/form/CalendarInput.tsx')).CalendarInput,
  ({ label, format, placeholder, required = false, error, value }) => (
    <TextInput
      {...{ label, placeholder, required, error }}
      value={value && format(value)}
      readOnly
    />
  ),
)

/** A field with a calendar; until the calendar's code has come it shows what it holds. */
export function LazyCalendar(props: Omit<CalendarInputProps, 'texts'>) {
  // An address can say anything.
  const value = props.parse(props.value) === null ? '' : props.value
  return <CalendarInput {...props} value={value} texts={calendarTexts()} />
}
