import { type DetailedRepair, type Repair, repairs } from '@muster/contract'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { fieldProblems } from '../../../kit/callError.ts'
import { FormFooter } from '../../../kit/form/FormFooter.tsx'
import { useSubmit } from '../../../kit/form/useSubmit.ts'
import { notify } from '../../../kit/notify.ts'
import { Loaded } from '../../../kit/page/Screen.tsx'
import { query } from '../../../kit/queries.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { CodeField, LongTextField } from '../../../ui/form/fields.tsx'
import { asciiDigits } from '../../../ui/form/digits.ts'
import classes from './repair.module.css'
import { readParts, writeParts } from './readParts.ts'

interface CostFormProps {
  readonly repair: Repair
  readonly close: () => void
}

/** What a repair costs, and what was built in. */
export function CostForm({ repair, close }: CostFormProps) {
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

const isMoney = (text: string) => text === '' || /^\d{1,9}(\.\d{1,2})?$/.test(text)

function Fields({ ticket, close }: FieldsProps) {
  const [cost, setCost] = useState(ticket.cost === null ? '' : String(ticket.cost))
  const [lines, setLines] = useState(() => writeParts(ticket.parts))
  const [errors, setErrors] = useState<Readonly<Record<string, string>>>({})
  const send = useSend(repairs)
  const { submit, isSending } = useSubmit(async () => {
    const parts = readParts(asciiDigits(lines))
    const wrong = {
      ...(!isMoney(cost) && { cost: t('repair.costWrong') }),
      ...(parts === null && { parts: t('repair.partsWrong') }),
    }
    setErrors(wrong)
    if (parts === null || Object.keys(wrong).length > 0) return
    const body = { cost: cost === '' ? null : Number(cost), parts }
    const sent = await outcomeOf(send(repairs.cost, { params: { id: ticket.id }, body }))
    if ('reply' in sent) {
      notify.success(t('kit.done'))
      close()
    } else
      setErrors(
        Object.fromEntries(fieldProblems(sent.error).map(({ field, message }) => [field, message])),
      )
  })
  const hold = { onBlur: () => undefined, required: false }
  return (
    <form className={classes.form} onSubmit={submit} noValidate>
      <CodeField
        {...hold}
        name="cost"
        label={t('repair.cost')}
        value={cost}
        error={errors['cost']}
        onChange={(value) => setCost(String(value).trim())}
      />
      <LongTextField
        {...hold}
        name="parts"
        label={t('repair.partsField')}
        value={lines}
        error={errors['parts']}
        onChange={(value) => setLines(String(value))}
      />
      <p className={classes.hint}>{t('repair.partsHint')}</p>
      <FormFooter agree="kit.save" isSending={isSending} close={close} />
    </form>
  )
}
