import { type LogLevel, logLevels, readLogTime } from '@muster/contract'
import { type ReactNode, type SubmitEvent, useState } from 'react'
import { t, texts } from '../../../platform/texts.ts'
import { Button, Checkbox, TextInput } from '../../../ui/controls.ts'
import { Select } from '../../../ui/Select.tsx'
import { asciiDigits } from '../../../ui/form/digits.ts'
import { levelTexts } from '../levelTexts.ts'
import type { Sought } from './useSearch.ts'
import classes from './view.module.css'

interface SearchBarProps {
  readonly seek: (sought: Sought) => void
  /** Counts lines by what a pattern finds. */
  readonly count: (sought: Sought) => void
  /** Brings a line into sight, counted from 0. */
  readonly go: (line: number) => void
  /** Brings the first line into sight that was written at a time or later. */
  readonly goTo: (time: string) => void
  readonly total: number
  readonly children: ReactNode
}

const nothingSought: Sought = { text: '', isPattern: false, level: '', process: '' }

const levelIn = (value: string | null): LogLevel | '' =>
  logLevels.find((level) => level === value) ?? ''

const digitsOf = (text: string): string => asciiDigits(text).replaceAll(/[^0-9]/g, '')

/** What is sought, and the line that is looked at. */
export function SearchBar({ seek, count, go, goTo, total, children }: SearchBarProps) {
  const [sought, setSought] = useState(nothingSought)
  const [line, setLine] = useState('')
  const [time, setTime] = useState('')
  const isNoTime = time.trim() !== '' && readLogTime(asciiDigits(time)) === null
  const submit = (event: SubmitEvent) => {
    event.preventDefault()
    const wanted = Number(line)
    if (isNoTime) return
    if (time.trim() !== '') goTo(asciiDigits(time).trim())
    else if (line !== '' && Number.isInteger(wanted) && wanted >= 1) go(Math.min(wanted, total) - 1)
    seek(sought)
  }
  return (
    <form className={classes.bar} onSubmit={submit}>
      <TextInput
        label={t('logView.search')}
        value={sought.text}
        dir="ltr"
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        onChange={(event) => setSought({ ...sought, text: event.currentTarget.value })}
      />
      <Select
        label={t('logView.level')}
        clearable
        value={sought.level || null}
        data={Object.entries(texts(levelTexts)).map(([value, label]) => ({ value, label }))}
        onChange={(value) => setSought({ ...sought, level: levelIn(value) })}
      />
      <TextInput
        label={t('logView.process')}
        value={sought.process}
        inputMode="numeric"
        dir="ltr"
        w={110}
        maxLength={10}
        onChange={({ currentTarget }) =>
          setSought({ ...sought, process: digitsOf(currentTarget.value) })
        }
      />
      <TextInput
        label={t('logView.line')}
        value={line}
        inputMode="numeric"
        dir="ltr"
        w={110}
        onChange={(event) => setLine(event.currentTarget.value.replaceAll(/\D/g, ''))}
      />
      <TextInput
        label={t('logView.time')}
        value={time}
        dir="ltr"
        w={160}
        autoComplete="off"
        maxLength={40}
        placeholder="11-26 10:02"
        title={t('logView.timeForm')}
        error={isNoTime && t('logView.noTime')}
        onChange={(event) => setTime(event.currentTarget.value)}
      />
      <Checkbox
        label={t('logView.pattern')}
        checked={sought.isPattern}
        pb={8}
        onChange={(event) => setSought({ ...sought, isPattern: event.currentTarget.checked })}
      />
      <Button type="submit">{t('logView.find')}</Button>
      {sought.isPattern && sought.text !== '' && (
        <Button variant="default" title={t('logView.tallyHint')} onClick={() => count(sought)}>
          {t('logView.tally')}
        </Button>
      )}
      {children}
    </form>
  )
}
