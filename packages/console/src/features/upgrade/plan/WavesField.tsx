import { groups, mostWaves, type PlanWave, type WaveKind } from '@muster/contract'
import { RecordField } from '../../../kit/form/RecordField.tsx'
import { RowsField } from '../../../kit/form/RowsField.tsx'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { type FieldHold, NumberField } from '../../../ui/form/fields.tsx'
import { memberHold, type Members, membersIn } from './memberHold.ts'
import classes from './plan.module.css'

const usual: PlanWave = { successPercent: 95, errorPercent: 5, soakMinutes: 0 }

/** What a plan begins with when the way is chosen in which its terminals are divided. */
export const wavesFor = (kind: WaveKind): PlanWave[] => {
  if (kind === 'SINGLE') return [usual]
  if (kind === 'RINGS') return [usual, { ...usual, groupId: null }]
  if (kind === 'COUNTS') return [{ ...usual, count: 10 }, usual]
  return [1, 5, 20, 100].map((percent) => ({ ...usual, soakMinutes: 60, percent }))
}

interface WavesFieldProps extends FieldHold {
  readonly kind: WaveKind
}

/** The waves of a plan: who is in each, and what has to be so before the next one begins. */
export function WavesField({ kind, ...hold }: WavesFieldProps) {
  const rows: readonly unknown[] = Array.isArray(hold.value) ? hold.value : []
  return (
    <RowsField<Members>
      {...hold}
      empty={usual}
      most={kind === 'SINGLE' ? 1 : mostWaves}
      add="plan.addWave"
      remove="plan.removeWave"
    >
      {(wave, change) => {
        const nth = rows.indexOf(wave)
        const own: FieldHold = {
          ...hold,
          name: `waves.${nth}`,
          value: wave,
          onChange: (value) => change(membersIn(value)),
        }
        return (
          <div className={classes.wave}>
            <strong>{t('plan.waveOf', { number: formatNumber(nth + 1) })}</strong>
            <WaveMembers kind={kind} own={own} isLast={nth === rows.length - 1} />
            <NumberField {...memberHold(own, 'successPercent', { label: 'plan.successPercent' })} />
            <NumberField {...memberHold(own, 'errorPercent', { label: 'plan.errorPercent' })} />
            <NumberField {...memberHold(own, 'errorCount', { label: 'plan.errorCount' })} />
            <NumberField {...memberHold(own, 'soakMinutes', { label: 'plan.soakMinutes' })} />
          </div>
        )
      }}
    </RowsField>
  )
}

interface MembersProps {
  readonly kind: WaveKind
  readonly own: FieldHold
  readonly isLast: boolean
}

/** Who is in a wave; the last one takes all others. */
function WaveMembers({ kind, own, isLast }: MembersProps) {
  if (kind === 'RINGS')
    return <RecordField {...memberHold(own, 'groupId', { label: 'plan.group' })} of={groups} />
  if (kind === 'COUNTS' && !isLast)
    return <NumberField {...memberHold(own, 'count', { label: 'plan.count', empty: undefined })} />
  if (kind === 'LADDER')
    return (
      <NumberField {...memberHold(own, 'percent', { label: 'plan.percent', empty: undefined })} />
    )
  return null
}
