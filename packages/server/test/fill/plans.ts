import { countCap } from '@muster/contract'
import type { Pool } from 'pg'

/** A node of a plan, as `explain (format json)` tells it. */
interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Parent Relationship'?: string
  readonly 'Actual Loops'?: number
  readonly 'Actual Rows'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Tables that grow with the estate or with what is done in it. */
const large = new Set([
  'device',
  'device_state',
  'device_online',
  'device_offline',
  'device_order',
  'device_watch',
  'device_group_member',
  'device_classification',
  'device_session',
  'device_app',
  'device_app_use',
  'device_app_event',
  'device_event',
  'device_part',
  'stat_total',
  'login_hour',
  'alarm',
  'push_item',
  'push_report',
  'device_snapshot',
  'device_location',
  'device_fence',
  'outbox',
  'device_tally',
  'device_spread',
  'estate_total',
  'estate_count',
  'online_hour',
  'online_hour_below',
  'action_log',
  'action_name',
  'sign_in_log',
  'async_task',
  'file_task',
  'upload',
  'import_row',
  'import_added',
  'mail_log',
  'notice',
])

/** A table's own name, where a plan names a month of it. */
const wholeOf = (name = '') => name.replace(/_(?:\d{6}|\d{4}_\d{2}|rest)$/, '')

/** Rows of a page, or of a table that is nearly empty, do not count. */
const few = 110

/** What hands a row on as soon as it has it, so that a limit above stops what is below. */
const streaming = new Set([
  'Limit',
  'Nested Loop',
  'Hash Join',
  'Append',
  'Subquery Scan',
  'Result',
])

/**
 * What of a plan grows with the estate: large tables read from end to end, and subplans run row by row
 * that read one. A count that stops at its cap and takes every row that it reads does not grow.
 */
function growingParts(plan: PlanNode, isCapped = false): string[] {
  const { 'Node Type': type, 'Relation Name': table, Plans: below = [] } = plan
  const removed = plan['Rows Removed by Filter'] ?? 0
  const rows = (plan['Actual Rows'] ?? 0) + removed
  const isCount = isCapped && removed === 0 && rows <= countCap + 1
  const isRead =
    type === 'Seq Scan' &&
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
      growingParts(node, isPassing && node['Parent Relationship'] !== 'Inner'),
    ),
  ]
}

/** Plans and runs a statement, which is taken back; answers {@link growingParts}. */
export async function growthOf(
  pool: Pool,
  text: string,
  values: unknown[] = [],
): Promise<string[]> {
  const client = await pool.connect()
  try {
    await client.query('begin')
    const { rows } = await client.query<{ 'QUERY PLAN': readonly { Plan: PlanNode }[] }>(
      `explain (analyze, format json) ${text}`,
      values,
    )
    return (rows[0]?.['QUERY PLAN'] ?? []).flatMap(({ Plan }) => growingParts(Plan))
  } finally {
    await client.query('rollback')
    client.release()
  }
}
