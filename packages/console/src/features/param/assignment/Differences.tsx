import { type ParamDifference, tableRows } from '@muster/contract'
import { Ltr } from '../../../kit/page/values.tsx'
import { formatNumber, nothing } from '../../../platform/format.ts'
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
          isSecret ? (
            t('param.secret')
          ) : (
            <Said key="before" text={before} beside={after} none={none} />
          ),
          isSecret ? (
            t('param.secretChanged')
          ) : (
            <Said key="after" text={after} beside={before} none={none} />
          ),
        ],
      }))}
      size="small"
    />
  )
}

interface SaidProps {
  readonly text: string | null
  /** What the other side says. */
  readonly beside: string | null
  readonly none: string
}

const Said = ({ text, beside, none }: SaidProps) =>
  text === null ? (
    <span className={classes.quiet}>{none}</span>
  ) : (
    <Value text={text} beside={beside} />
  )

interface ValueProps {
  readonly text: string | null
  /** What it is compared with: of a table only the rows that are not in it too are shown. */
  readonly beside?: string | null
}

/** A value as it stands; nothing: nothing is said. */
export function Value({ text, beside = null }: ValueProps) {
  if (text === null || text === '') return nothing
  const rows = rowsIn(text)
  if (rows) return <Rows rows={rows} beside={rowsIn(beside ?? '') ?? []} />
  const most = 200
  const shown = valueText(text)
  return (
    <bdi className={classes.value} title={shown.length > most ? shown : undefined}>
      {shown.length > most ? `${shown.slice(0, most)}…` : shown}
    </bdi>
  )
}

/** The rows of a table, a line each; null: the text is none. */
function rowsIn(text: string): readonly string[] | null {
  if (!text.startsWith('[{')) return null
  return tableRows(text)?.map((row) => Object.values(row).join(' · ')) ?? null
}

const mostRows = 5

interface RowsProps {
  readonly rows: readonly string[]
  readonly beside: readonly string[]
}

/** How many rows a table has, and the first of them that the other one has not. */
function Rows({ rows, beside }: RowsProps) {
  const there = new Set(beside)
  const own = rows.filter((row) => !there.has(row))
  const more = own.length - mostRows
  return (
    <span className={classes.rows}>
      <span className={classes.quiet}>
        {t('paramForm.rows', { count: rows.length, shown: formatNumber(rows.length) })}
      </span>
      {own.slice(0, mostRows).map((row, at) => (
        // Rows may say the same.
        <bdi key={`${at} ${row}`}>{row}</bdi>
      ))}
      {more > 0 && (
        <span className={classes.quiet} dir="ltr">
          +{formatNumber(more)}
        </span>
      )}
    </span>
  )
}
