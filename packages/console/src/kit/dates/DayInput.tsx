import { LazyCalendar } from './LazyCalendar.tsx'
import { dayPattern, readDay, shownDay } from './typed.ts'

interface DayInputProps {
  readonly label: string
  /** `YYYY-MM-DD`; empty for none. */
  readonly value: string
  readonly onChange: (day: string) => void
  /** The first day that the calendar offers. */
  readonly min?: string
  readonly name?: string
  readonly required?: boolean
  readonly error?: string | undefined
  readonly onBlur?: () => void
}

/** A day of the calendar, the same in every zone. */
export function DayInput(props: DayInputProps) {
  return <LazyCalendar {...props} format={shownDay} parse={readDay} placeholder={dayPattern()} />
}
