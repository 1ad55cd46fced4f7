import { countCap } from '@muster/contract'
import type { Pool } from 'pg'

/** A node of a plan, as `explain (format json)` tells it. */
interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Parent Relationship'?: string
  readonly 'Actual Loops'?: number
  readonly 'Actual Rows'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** A table's own name, where a plan names a month of it. */
const wholeOf = (name = '') => name.replace(/_(?:\d{6}|\d{4}_\d{2}(?:_\d{2})?|rest|before)$/, '')

/** Rows of a page, or of a table that is nearly empty, do not count. */
export const few = 110

/** What hands a row on as soon as it has it, so that a limit above stops what is below. */
const streaming = new Set([
  'Limit',
  'Nested Loop',
  'Hash Join',
  'Append',
  'Subquery Scan',
  'Result',
])

/** Reads all of its table: it lies in its order, or in that of an index. */
const isWhole = ({ 'Node Type': type, 'Index Cond': condition }: PlanNode): boolean =>
  type === 'Seq Scan' || (/^Index (?:Only )?Scan$/.test(type) && condition === undefined)

/**
 * What of a plan grows with the estate: large tables read from end to end, and subplans run row by row
 * that read one. A count that stops at its cap and takes most of the rows that it reads does not grow.
 */
function growingParts(plan: PlanNode, large: ReadonlySet<string>, isCapped = false): string[] {
  const { 'Node Type': type, 'Relation Name': table, Plans: below = [] } = plan
  const removed = plan['Rows Removed by Filter'] ?? 0
  const rows = (plan['Actual Rows'] ?? 0) + removed
  const isCount = isCapped && removed <= rows / 2 && rows <= 2 * (countCap + 1)
  const isRead =
    isWhole(plan) &&
    large.has(wholeOf(table)) &&
    rows * (plan['Actual Loops'] ?? 0) > few &&
    !isCount
  const own = isRead ? [`reads all of ${wholeOf(table)}`] : []
  const isPerRow = plan['Parent Relationship'] === 'SubPlan' && (plan['Actual Loops'] ?? 0) > few
  if (isPerRow) own.push('runs a subplan for each row')
  const isPassing = type === 'Limit' || (isCapped && streaming.has(type))
  return [
    ...own,
    ...below.flatMap((node) =>
      growingParts(node, large, isPassing && node['Parent Relationship'] !== 'Inner'),
    ),
  ]
}

export interface Statement {
  readonly text: string
  readonly values?: unknown[]
}

const alone = 'begin; set local max_parallel_workers_per_gather = 0'

/** Without scans and joins that read a whole table where there is another way: they pay in a small estate. */
const withoutWholes = ['seqscan', 'hashjoin', 'mergejoin']
  .map((one) => `set local enable_${one} = off`)
  .join('; ')

/**
 * Plans and runs a statement, which is taken back; answers {@link growingParts}. What is read whole only
 * because that is less work than any other way in so small an estate does not count.
 */
export async function growthOf(
  pool: Pool,
  statement: Statement,
  large: ReadonlySet<string>,
): Promise<string[]> {
  const found = await partsOf(pool, statement, { large, before: alone })
  if (found.length === 0) return []
  return partsOf(pool, statement, { large, before: `${alone}; ${withoutWholes}` })
}

interface How {
  readonly large: ReadonlySet<string>
  readonly before: string
}

async function partsOf(pool: Pool, { text, values = [] }: Statement, { large, before }: How) {
  const client = await pool.connect()
  try {
    await client.query(before)
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
      `explain (analyze, format json) ${text}`,
      values,
    )
    return (rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => growingParts(Plan, large))
  } finally {
    await client.query('rollback')
    client.release()
  }
}
