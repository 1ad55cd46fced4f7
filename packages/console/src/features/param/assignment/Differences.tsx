import type { ParamDifference } from '@muster/contract'
import { Ltr } from '../../../kit/page/values.tsx'
import { nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { valueText } from '../valueText.ts'
import classes from './assignment.module.css'

interface DifferencesProps {
  readonly label: string
  readonly titles: readonly [before: string, after: string]
  readonly differences: readonly ParamDifference[]
  /** What it is where nothing is said. */
  readonly none?: string
}

/** What two sides say, parameter by parameter; of a secret only that it differs. */
export function Differences({ label, titles, differences, none = nothing }: DifferencesProps) {
  return (
    <PlainTable
      label={label}
      titles={[t('param.pid'), ...titles]}
      rows={differences.map(({ pid, before, after, isSecret }) => ({
        key: pid,
        cells: [
          <Ltr key="pid">{pid}</Ltr>,
          isSecret ? t('param.secret') : <Said key="before" text={before} none={none} />,
          isSecret ? t('param.secretChanged') : <Said key="after" text={after} none={none} />,
        ],
      }))}
      size="small"
    />
  )
}

interface SaidProps {
  readonly text: string | null
  readonly none: string
}

const Said = ({ text, none }: SaidProps) =>
  text === null ? <span className={classes.quiet}>{none}</span> : <Value text={text} />

/** A value as it stands; nothing: nothing is said. */
export function Value({ text }: { readonly text: string | null }) {
  if (text === null || text === '') return nothing
  const most = 200
  const shown = valueText(text)
  return (
    <bdi className={classes.value} title={shown.length > most ? shown : undefined}>
      {shown.length > most ? `${shown.slice(0, most)}…` : shown}
    </bdi>
  )
}
