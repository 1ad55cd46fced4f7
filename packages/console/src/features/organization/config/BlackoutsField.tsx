import type { Blackout } from '@muster/contract'
import { DayInput } from '../../../kit/dates/DayInput.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Button, TextInput } from '../../../ui/controls.ts'
import type { FieldHold } from '../../../ui/form/fields.tsx'
import classes from './config.module.css'

const empty: Blackout = { from: '', until: '', reason: '' }
const most = 50

/** Days on which nothing changes, one range a row. */
export function BlackoutsField({ value, onChange, label, error }: FieldHold) {
  const rows: readonly Blackout[] = Array.isArray(value) ? value : []
  const change = (index: number, part: Partial<Blackout>) =>
    onChange(rows.map((row, at) => (at === index ? { ...row, ...part } : row)))
  return (
    <fieldset className={classes.group}>
      <legend>{label}</legend>
      <p>{t('organization.config.blackoutsHint')}</p>
      {rows.map((row, index) => (
        <BlackoutRow
          // biome-ignore lint/suspicious/noArrayIndexKey: a row has no other name than its place
          key={index}
          number={index + 1}
          row={row}
          change={(part) => change(index, part)}
          remove={() => onChange(rows.filter((_, at) => at !== index))}
        />
      ))}
      {error && (
        <p role="alert" className={classes.problem}>
          {error}
        </p>
      )}
      {rows.length < most && (
        <Button size="xs" variant="default" onClick={() => onChange([...rows, empty])}>
          {t('organization.config.addBlackout')}
        </Button>
      )}
    </fieldset>
  )
}

interface BlackoutRowProps {
  readonly number: number
  readonly row: Blackout
  readonly change: (part: Partial<Blackout>) => void
  readonly remove: () => void
}

function BlackoutRow({ number, row, change, remove }: BlackoutRowProps) {
  return (
    <div className={classes.parts}>
      <DayInput
        label={t('organization.config.from')}
        value={row.from}
        onChange={(from) => change({ from })}
      />
      <DayInput
        label={t('organization.config.until')}
        value={row.until}
        min={row.from}
        onChange={(until) => change({ until })}
      />
      <TextInput
        className={classes.reason ?? ''}
        label={t('organization.config.reason')}
        maxLength={200}
        value={row.reason}
        onChange={(event) => change({ reason: event.currentTarget.value })}
      />
      <Button
        size="xs"
        variant="subtle"
        aria-label={t('organization.config.removeBlackout', { number: formatNumber(number) })}
        onClick={remove}
      >
        {t('kit.remove')}
      </Button>
    </div>
  )
}
