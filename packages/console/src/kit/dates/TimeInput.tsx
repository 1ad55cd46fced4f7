import { useState } from 'react'
import { formatClock } from '../../platform/format.ts'
import { Autocomplete } from '../../ui/controls.ts'
import { asciiDigits } from '../../ui/form/digits.ts'
import { readTime } from './typed.ts'

interface TimeInputProps {
  readonly label: string
  /** `HH:mm` of 24 hours; empty for none. */
  readonly value: string
  readonly onChange: (time: string) => void
  readonly name?: string
  readonly required?: boolean
  readonly error?: string | undefined
  readonly onBlur?: () => void
}

const halfHours = Array.from({ length: 48 }, (_, at) => {
  const hours = String(Math.floor(at / 2)).padStart(2, '0')
  return `${hours}:${at % 2 === 0 ? '00' : '30'}`
})

const shown = (time: string) => time && formatClock(time)

/**
 * A time of day by the 24-hour clock, typed in any digits or chosen by the half hour. The date
 * library's own field takes and shows Latin digits only.
 */
export function TimeInput({ value, onChange, onBlur, ...rest }: TimeInputProps) {
  const [draft, setDraft] = useState<string | null>(null)
  const type = (typed: string) => {
    setDraft(typed)
    const time = readTime(typed)
    if (time !== null || typed.trim() === '') onChange(time ?? '')
  }
  return (
    <Autocomplete
      {...rest}
      value={draft ?? shown(value)}
      onChange={type}
      onBlur={() => {
        setDraft(null)
        onBlur?.()
      }}
      data={halfHours.map(shown)}
      filter={({ options, search }) =>
        search === shown(value) ? options : options.filter((option) => begins(option, search))
      }
      placeholder="HH:MM"
      comboboxProps={{ withinPortal: false, floatingStrategy: 'fixed' }}
    />
  )
}

const begins = (option: object, typed: string) =>
  'value' in option && asciiDigits(String(option.value)).startsWith(asciiDigits(typed))
