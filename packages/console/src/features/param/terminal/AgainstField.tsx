import { devices, type TextKey } from '@muster/contract'
import { MomentInput } from '../../../kit/dates/MomentInput.tsx'
import { RecordPicker } from '../../../kit/form/RecordPicker.tsx'
import { t, texts } from '../../../platform/texts.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { type Place, useEffective } from './useEffective.ts'

/** What a terminal is compared with: itself at a moment, another one by its id, or what an assignment says by its id. */
export interface Against {
  readonly kind: keyof typeof kinds
  /** Empty: not chosen yet. */
  readonly value: string
}

const kinds = {
  MOMENT: 'param.anotherMoment',
  DEVICE: 'param.anotherTerminal',
  ASSIGNMENT: 'param.whatIsSaid',
} as const satisfies Readonly<Record<string, TextKey>>

interface AgainstFieldProps {
  readonly of: Place
  readonly value: Against | null
  readonly onChoose: (against: Against | null) => void
}

/** Chooses what to compare with, if with anything. */
export function AgainstField({ of, value, onChoose }: AgainstFieldProps) {
  const choose = (kind: string) => {
    if (kind === 'MOMENT' || kind === 'DEVICE' || kind === 'ASSIGNMENT')
      onChoose({ kind, value: '' })
    else onChoose(null)
  }
  return (
    <>
      <ChoiceInput
        name="against"
        label={t('param.compareAt')}
        value={value?.kind ?? ''}
        onChoose={choose}
        options={texts(kinds)}
        none={t('param.noComparison')}
      />
      {value && (
        <Other of={of} value={value} onChoose={(id) => onChoose({ ...value, value: id })} />
      )}
    </>
  )
}

interface OtherProps {
  readonly of: Place
  readonly value: Against
  readonly onChoose: (value: string) => void
}

function Other({ of, value: { kind, value }, onChoose }: OtherProps) {
  const label = t(kinds[kind])
  if (kind === 'MOMENT')
    return <MomentInput label={label} value={value} onChoose={onChoose} hint={t('param.now')} />
  if (kind === 'DEVICE')
    return (
      <RecordPicker
        of={devices}
        label={label}
        value={value || null}
        onChange={(id) => onChoose(id ?? '')}
        except={of.deviceId}
      />
    )
  return <Said of={of} label={label} value={value} onChoose={onChoose} />
}

interface SaidProps extends Omit<OtherProps, 'value'> {
  readonly label: string
  readonly value: string
}

/** The assignments that say something here: where one of them alone would lead is the question. */
function Said({ of, label, value, onChoose }: SaidProps) {
  const values = useEffective(of, '').data?.held?.values ?? []
  const named = values.flatMap(({ assignmentId, assignmentName }) =>
    assignmentId === null ? [] : [[assignmentId, assignmentName ?? assignmentId] as const],
  )
  return (
    <ChoiceInput
      name="assignment"
      label={label}
      value={value}
      onChoose={onChoose}
      options={Object.fromEntries(named)}
      none={t('param.noComparison')}
    />
  )
}
