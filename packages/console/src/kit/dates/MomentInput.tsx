import { useState } from 'react'
import { LazyCalendar } from './LazyCalendar.tsx'
import { endOf, localMinute, momentOf } from './moments.ts'
import { dayEnd, dayPattern, readMinute, shownMinute } from './typed.ts'

interface MomentInputProps {
  readonly label: string
  /** ISO 8601 in UTC; empty for none. */
  readonly value: string
  readonly onChoose: (moment: string) => void
  readonly error?: string | undefined
  /** What stands in it while it is empty, in place of the form that is typed. */
  readonly hint?: string | undefined
  /** It ends a span: a day that is chosen without a time counts to its end. */
  readonly isEnd?: boolean
}

/** A day and time in the zone of the reader, as lists show moments; told when the field is left, cleared or entered. */
export function MomentInput(props: MomentInputProps) {
  const { label, value, onChoose, error, hint, isEnd = false } = props
  const [draft, setDraft] = useState({ of: value, local: localMinute(value) })
  // Somebody else has chosen another one.
  if (draft.of !== value) setDraft({ of: value, local: localMinute(value) })
  const clock = isEnd ? dayEnd : undefined
  const tell = () => {
    if (draft.local !== localMinute(value)) onChoose((isEnd ? endOf : momentOf)(draft.local))
  }
  return (
    <LazyCalendar
      label={label}
      error={error}
      withTime
      value={draft.local}
      onChange={(local) => setDraft({ of: value, local })}
      format={shownMinute}
      parse={(typed) => readMinute(typed, clock)}
      dayClock={clock}
      placeholder={hint ?? `${dayPattern()} HH:MM`}
      onBlur={tell}
      onClear={() => {
        if (value) onChoose('')
      }}
      onEnter={tell}
    />
  )
}
