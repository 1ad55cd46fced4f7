import type { FigureList } from '@muster/contract'
import { pageIn, type Row } from '../../../../kit/list/listed.ts'
import { nameOf } from '../../../../kit/list/nameOf.ts'
import { useCan } from '../../../../kit/session.ts'
import { alarmKindText } from '../../../alarm/index.ts'
import { textsOf } from '../../page/stat.ts'
import { useFigures } from '../board.ts'
import classes from '../tiles.module.css'

/** So many records are named; the list has the rest. */
const named = 3

/** The first records of a list that somebody has to see to, in its order, for whom its list is open. */
export function Records({ list }: { readonly list: FigureList }) {
  const { call, query } = list
  const mayList = useCan(call.permission)
  const asked = { query: { ...textsOf(query), pageSize: String(named) } }
  const { data, isError } = useFigures(call, asked, mayList)
  if (!mayList || isError) return null
  const page = pageIn(data)
  const rows = page?.list ?? []
  return (
    <span className={classes.records}>
      {rows.map((row) => (
        <Named key={row.id} row={row} />
      ))}
      {page !== undefined && page.total > rows.length && <span aria-hidden="true">…</span>}
    </span>
  )
}

/** What says most to whoever has to find it, the most telling first. */
const telling = ['deviceName', 'realName', 'title', 'name']

function Named({ row }: { readonly row: Row }) {
  const said = new Map<string, unknown>(Object.entries(row))
  const name = telling.map((member) => said.get(member)).find((value) => value)
  const kind = said.get('kind')
  // Only alarms have both; of them, what is wrong says more than where.
  const what = said.has('severity') && typeof kind === 'string' ? alarmKindText(kind) : null
  return (
    <span>
      <bdi>{typeof name === 'string' ? name : nameOf(row)}</bdi>
      {what !== null && <> · {what}</>}
    </span>
  )
}
