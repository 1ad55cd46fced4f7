import type { FilterOperator } from '@muster/contract'
import { useState } from 'react'
import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { asciiDigits, shownDigits } from '../../../ui/form/digits.ts'
import classes from './filter.module.css'
import { ageOf, type AgeUnit, ageWords } from './words.ts'

interface AgeInputProps {
  readonly op: FilterOperator
  /** Hours; empty, or what was typed in their place. */
  readonly value: string
  readonly isFaulty: boolean
  readonly onChange: (hours: string) => void
}

const hoursOf: Readonly<Record<AgeUnit, number>> = { hour: 1, day: 24 }
const isNumber = (text: string): boolean => /^\d{1,6}$/.test(text)

/** An age in hours or days, with what it means in a sentence. */
export function AgeInput({ op, value, isFaulty, onChange }: AgeInputProps) {
  const [unit, setUnit] = useState<AgeUnit>(isNumber(value) ? ageOf(Number(value)).unit : 'day')
  const amount = isNumber(value) ? String(Number(value) / hoursOf[unit]) : value
  const send = (typed: string, of: AgeUnit) =>
    onChange(isNumber(typed) ? String(Number(typed) * hoursOf[of]) : typed)
  const sentence = op === 'within' ? 'group.filter.ageWithin' : 'group.filter.ageLonger'
  return (
    <span className={classes.age}>
      <span className={classes.amount}>
        <TextInput
          label={t('group.filter.value')}
          error={isFaulty}
          dir="ltr"
          inputMode="numeric"
          autoComplete="off"
          value={shownDigits(amount)}
          onChange={(event) => send(asciiDigits(event.currentTarget.value).trim(), unit)}
        />
        <ChoiceInput
          label={t('group.filter.unit')}
          options={{ hour: t('group.unit.hour'), day: t('group.unit.day') }}
          value={unit}
          onChoose={(chosen) => {
            const next = chosen === 'hour' ? 'hour' : 'day'
            setUnit(next)
            send(amount, next)
          }}
        />
      </span>
      {isNumber(value) && value !== '0' && (
        <span className={classes.limit}>{t(sentence, { age: ageWords(Number(value)) })}</span>
      )}
    </span>
  )
}
