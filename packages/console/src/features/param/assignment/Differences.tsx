import { type InheritedParam, type ParamDifference, tableRows } from '@muster/contract'
import { formatNumber, nothing } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { valueText } from '../valueText.ts'
import classes from './assignment.module.css'
import { ParamName } from './ParamName.tsx'
import { sourceOf } from './paramTexts.ts'

interface DifferencesProps {
  readonly label: string
  readonly titles: readonly [before: string, after: string]
  readonly differences: readonly ParamDifference[]
  /** What it is where nothing is said. */
  readonly none?: string
  /** What holds there then, as far as it is known. */
  readonly inherited?: Readonly<Record<string, InheritedParam>>
}

/** What two sides say, parameter by parameter; of a secret only that it differs. */
export function Differences({
  label,
  titles,
  differences,
  none = nothing,
  inherited = {},
}: DifferencesProps) {
  return (
    <PlainTable
      label={label}
      titles={[t('param.pid'), ...titles]}
      rows={differences.map(({ pid, label: name, before, after, isSecret }) => ({
        key: pid,
        cells: [
          <ParamName key="pid" pid={pid} label={name} />,
          isSecret ? (
            t('param.secret')
          ) : (
            <Said key="before" text={before} beside={after} none={none} above={inherited[pid]} />
          ),
          isSecret ? (
            t('param.secretChanged')
          ) : (
            <Said key="after" text={after} beside={before} none={none} above={inherited[pid]} />
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
  /** What holds where nothing is said. */
  readonly above: InheritedParam | undefined
}

function Said({ text, beside, none, above }: SaidProps) {
  if (text !== null) return <Value text={text} beside={beside} />
  if (!above || above.value === null) return <span className={classes.quiet}>{none}</span>
  return (
    <>
      <Value text={above.value} beside={beside} />
      <small className={classes.below}>
        {none} · {sourceOf(above)}
      </small>
    </>
  )
}

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
