import { countCap } from '@muster/contract'
import { waiting } from './tables.ts'

/** A node of a plan, as `explain (format json)` tells it. */
export interface PlanNode {
  readonly 'Node Type': string
  readonly 'Relation Name'?: string
  readonly 'Index Cond'?: string
  readonly 'Parent Relationship'?: string
  readonly 'Actual Loops'?: number
  readonly 'Actual Rows'?: number
  readonly 'Rows Removed by Filter'?: number
  readonly 'Rows Removed by Index Recheck'?: number
  readonly Plans?: readonly PlanNode[]
}

/** Against what a statement is judged. */
export interface Judge {
  /** Tables that grow with the estate. */
  readonly large: ReadonlySet<string>
  /**
   * `wholes`: it may not read a large table from end to end; `rows`: nor, in whatever way, many more rows
   * of one than it answers, writes, or was given to work on; `answers`: than it answers or writes, though
   * it unfolds what it reads.
   */
  readonly by: 'rows' | 'wholes' | 'answers'
}

/** A table's own name, where a plan names a month of it. */
const wholeOf = (name = '') => name.replace(/_(?:\d{6}|\d{4}_\d{2}(?:_\d{2})?|rest|before)$/, '')

/** Rows of a page, or of a table that is nearly empty, do not count. */
export const few = 110

/** Rows that may be read in a table for each that comes of it. */
const each = 16

/** Reads all of its table: it lies in its order, or in that of an index. */
const isWhole = ({ 'Node Type': type, 'Index Cond': condition }: PlanNode): boolean =>
  type === 'Seq Scan' || (/^Index (?:Only )?Scan$/.test(type) && condition === undefined)

const timesOf = (node: PlanNode) => node['Actual Loops'] ?? 0
const rowsOf = (node: PlanNode) => (node['Actual Rows'] ?? 0) * timesOf(node)
const removedOf = (node: PlanNode) =>
  ((node['Rows Removed by Filter'] ?? 0) + (node['Rows Removed by Index Recheck'] ?? 0)) *
  timesOf(node)

/** Every node of a plan. */
const nodesOf = (plan: PlanNode): PlanNode[] => [plan, ...(plan.Plans ?? []).flatMap(nodesOf)]

/** Rows that a plan writes or locks, in order to; that a job was run is noted in any case. */
export const writtenBy = (plan: PlanNode): number =>
  sum(nodesOf(plan).filter((node) => node['Node Type'] === 'LockRows')) +
  sum(
    nodesOf(plan)
      .filter((node) => node['Node Type'] === 'ModifyTable' && node['Relation Name'] !== 'job_run')
      .flatMap(({ Plans = [] }) => Plans.filter((one) => one['Parent Relationship'] === 'Outer')),
  )

const sum = (nodes: readonly PlanNode[]) => nodes.reduce((rows, node) => rows + rowsOf(node), 0)

/** Rows that a plan answers or writes, or was given: values that it was called with, and queues. */
function workOf(plan: PlanNode, { large, by }: Judge): number {
  if (by === 'answers') return rowsOf(plan) + writtenBy(plan)
  const given = nodesOf(plan).filter(({ 'Node Type': type, 'Relation Name': named }) => {
    const table = wholeOf(named)
    return /^(?:Function|Values) Scan$/.test(type) || (waits.has(table) && !large.has(table))
  })
  return rowsOf(plan) + writtenBy(plan) + sum(given)
}

const waits = new Set(waiting)
/** What one node reads of a large table, in all its turns. */
interface Reading {
  readonly table: string
  readonly rows: number
  /** Rows that a limit above it hands on: a page, or a count that stops at its cap. */
  readonly limited: number
  readonly isWhole: boolean
}

type Place = Pick<Reading, 'table' | 'limited'>

/** Rows that a limit hands on, unless it is too high to be one. */
function limitOf(node: PlanNode): number {
  const rows = node['Node Type'] === 'Limit' ? rowsOf(node) : 0
  return rows <= countCap + 1 ? rows : 0
}

/** Everything that a plan reads of large tables; a bitmap's indexes are of the table above them. */
function readingsOf(
  plan: PlanNode,
  large: ReadonlySet<string>,
  above: Place = { table: '', limited: 0 },
): Reading[] {
  const { 'Node Type': type, 'Relation Name': named, Plans: below = [] } = plan
  const table = named === undefined ? above.table : wholeOf(named)
  const limited = Math.max(above.limited, limitOf(plan))
  const here = { table: type.startsWith('Bitmap') ? table : '', limited }
  const inside = below.flatMap((node) => readingsOf(node, large, here))
  if (!type.endsWith('Scan') || !large.has(table)) return inside
  const rows = Math.round(rowsOf(plan) + removedOf(plan))
  return [{ table, rows, limited, isWhole: isWhole(plan) }, ...inside]
}

/** Rows that may be read for so many. */
const boundOf = (work: number) => few + each * work

/** What of a plan grows with the estate: what it reads, and subplans that it runs row by row. */
export function growthOf(plan: PlanNode, { large, by }: Judge): string[] {
  const work = by === 'wholes' ? 0 : workOf(plan, { large, by })
  const reads = readingsOf(plan, large).filter(
    ({ rows, limited, isWhole }) =>
      rows > Math.max(boundOf(work), few + 2 * limited) && (isWhole || by !== 'wholes'),
  )
  const perRow = nodesOf(plan).filter(
    (node) => node['Parent Relationship'] === 'SubPlan' && timesOf(node) > boundOf(work),
  )
  return [
    ...reads.map(({ table, rows, isWhole }) =>
      isWhole ? `reads all of ${table}` : `reads ${rows} rows of ${table}`,
    ),
    ...perRow.map(() => 'runs a subplan for each row'),
  ]
}

/**
 * What grows of a statement that functions and triggers have sent so many times (`plans`) within one; `all`
 * are its plans and those of everything that was sent within it.
 */
export function growthWithin(
  { all, plans }: { readonly all: readonly PlanNode[]; readonly plans: readonly PlanNode[] },
  { large, by }: Judge,
): string[] {
  const work = all.reduce((rows, plan) => rows + workOf(plan, { large, by }), 0)
  const bound = by === 'wholes' ? few : boundOf(work)
  const read = new Map<string, number>()
  for (const plan of plans)
    for (const { table, rows, isWhole } of readingsOf(plan, large))
      if (isWhole || by !== 'wholes') read.set(table, (read.get(table) ?? 0) + rows)
  return [...read].flatMap(([table, rows]) =>
    rows > bound ? [`reads ${rows} rows of ${table} within functions or triggers`] : [],
  )
}
