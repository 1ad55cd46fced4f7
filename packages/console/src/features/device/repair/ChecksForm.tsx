import {
  checkOutcomes,
  type CheckedPart,
  type DetailedRepair,
  type Repair,
  type RepairCheck,
  repairChecks,
  repairs,
} from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useId } from 'react'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useCallForm } from '../../../kit/form/useCallForm.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { t } from '../../../platform/texts.ts'
import { TextInput } from '../../../ui/controls.ts'
import classes from './repair.module.css'
import { checkTexts, outcomeTexts } from './repairTexts.ts'

interface ChecksFormProps {
  readonly repair: Repair
  readonly close: () => void
}

/** What came of the test of a repaired terminal, part by part. */
export function ChecksForm({ repair, close }: ChecksFormProps) {
  const found = useQuery(query(repairs.detail, { params: { id: repair.id } }))
  return (
    <Loaded query={found} permission={repairs.detail.permission}>
      {(ticket) => <Fields ticket={ticket} close={close} />}
    </Loaded>
  )
}

interface FieldsProps {
  readonly ticket: DetailedRepair
  readonly close: () => void
}

function Fields({ ticket: { id, checks }, close }: FieldsProps) {
  const form = useCallForm({
    about: id,
    of: repairs,
    call: repairs.checks,
    start: { checks },
    input: (body) => ({ params: { id }, body }),
    done: close,
  })
  const { value, onChange, error } = form.field('checks', 'repair.checks')
  const said = readChecks(value)
  const set = (one: CheckedPart) => {
    const others = said.filter(({ check }) => check !== one.check)
    onChange(inOrder([...others, one]))
  }
  return (
    <form className={classes.form} onSubmit={form.submit} noValidate>
      <p className={classes.hint}>{t('repair.checksHint')}</p>
      <ul className={classes.checks}>
        {repairChecks.map((check) => (
          <Line
            key={check}
            check={check}
            said={said.find((one) => one.check === check)}
            set={set}
          />
        ))}
      </ul>
      {error && (
        <p role="alert" className={classes.problem}>
          {said.length === 0 ? t('repair.checksEmpty') : error}
        </p>
      )}
      <FormFooter agree="kit.save" isSending={form.isSending} close={close} />
    </form>
  )
}

interface LineProps {
  readonly check: RepairCheck
  readonly said: CheckedPart | undefined
  readonly set: (one: CheckedPart) => void
}

function Line({ check, said, set }: LineProps) {
  const name = useId()
  return (
    <li>
      <fieldset>
        <legend>{t(checkTexts[check])}</legend>
        {checkOutcomes.map((outcome) => (
          <label key={outcome}>
            <input
              type="radio"
              name={name}
              checked={said?.outcome === outcome}
              onChange={() => set({ check, outcome, note: said?.note ?? null })}
            />
            {t(outcomeTexts[outcome])}
          </label>
        ))}
      </fieldset>
      {said?.outcome === 'FAILED' && (
        <TextInput
          aria-label={t('repair.checkNote', { check: t(checkTexts[check]) })}
          placeholder={t('repair.note')}
          value={said.note ?? ''}
          maxLength={255}
          onChange={(event) => set({ ...said, note: event.currentTarget.value || null })}
        />
      )}
    </li>
  )
}

const isPart = (value: unknown): value is CheckedPart =>
  typeof value === 'object' && value !== null && 'check' in value && 'outcome' in value

const readChecks = (value: unknown): readonly CheckedPart[] =>
  Array.isArray(value) ? value.filter(isPart) : []

const inOrder = (parts: readonly CheckedPart[]): readonly CheckedPart[] =>
  repairChecks.flatMap((check) => parts.filter((one) => one.check === check))
