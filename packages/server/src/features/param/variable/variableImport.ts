import {
  isBuiltIn,
  mostVariableLength,
  type TextKey,
  type VariableType,
  variables,
  variablesPath,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { matchesPattern } from '../../../platform/pattern.ts'
import { translate } from '../../../platform/texts.ts'
import { deviceScope } from '../../device/index.ts'
import {
  type Importer,
  isConcealed,
  openMark,
  type ReadyRow,
  type RowEnd,
  type RowFault,
} from '../../transfer/index.ts'
import { hasRules } from '../rule/judge.ts'
import { type BrokenBy, brokenAmong, putUnbroken } from '../rule/trial.ts'
import { oneByOne } from './standing.queries.ts'
import {
  ownTypes,
  patternsByKey,
  putValues,
  secretsAmong,
  secretsAt,
  type Value,
} from './values.queries.ts'
import { type BuiltIns, judgedText, type SaidVariable, variablesOf } from './variable.queries.ts'
import { faultOfNames, namesIn } from './variable.rules.ts'

/** Variables of terminals from a sheet: a row each terminal, a column each variable. */
export const variableImport: Importer = {
  page: variables.page,
  table: 'device',
  scope: deviceScope,
  keyColumn: sql`sn`,
  keyOf: (key) => key.toUpperCase(),
  counted: null,
  named: [],
  secretAmong: secretsAmong,
  secretAt: secretsAt,
  setWriter: {
    // What it writes to try rules is undone.
    async judge(ctx, rows, { taken }) {
      if (!(await hasRules(ctx.db))) return (await judgeRows(ctx, rows)).map(endOf)
      const { judged } = await put(ctx, rows)
      const good = judged.flatMap(({ row: { targetId }, faults }) =>
        targetId === null || faults.length > 0 ? [] : [targetId],
      )
      const broken = await brokenAmong(ctx, good, taken)
      return judged.map((one) => endOf(blamed(ctx, one, broken)))
    },
    async write(ctx, rows) {
      await oneByOne(ctx)
      const { judged, written } = await put(ctx, rows)
      for (const { orgId, ids } of written) {
        ctx.changed(variablesPath, ids, [orgId])
        ctx.note({ targetIds: ids })
      }
      return judged.map((one) => ({ ...endOf(one), ...loggedOf(one) }))
    },
  },
}

/** Writes what is good of rows, and says what is not; whoever only looks undoes it. */
async function put(ctx: Context, rows: readonly ReadyRow[]) {
  const judged = await judgeRows(ctx, rows)
  const { written, broken, late } = await putUnbroken(ctx, {
    changes: judged.flatMap(({ faults, changes }) => (faults.length > 0 ? [] : changes)),
    deviceOf: ({ deviceId }) => deviceId,
    put: (changes) => putValues(ctx, changes),
  })
  const told = judged.filter(({ row }) => !late.has(row.targetId ?? ''))
  return { written, judged: told.map((one) => blamed(ctx, one, broken)) }
}

const blamed = (
  ctx: Context,
  one: Judged,
  broken: ReadonlyMap<string, readonly BrokenBy[]>,
): Judged => ({
  ...one,
  faults: [
    ...one.faults,
    ...(broken.get(one.row.targetId ?? '') ?? []).map(({ rule, pid }) => {
      const message = translate(ctx.language, 'paramRule.broken', { rules: rule })
      return {
        field: null,
        message: translate(ctx.language, 'paramSheet.faultOf', { pid, message }),
      }
    }),
  ],
})

interface Judged {
  readonly row: ReadyRow
  readonly faults: readonly RowFault[]
  /** What is another value than the terminal's own. */
  readonly changes: readonly Value[]
  /** The terminal's own values of these, where it had some. */
  readonly before: ReadonlyMap<string, string | null>
}

/** What the action log keeps of a terminal whose variables a row has changed. */
function loggedOf({ row: { key: sn }, faults, changes, before }: Judged): Pick<RowEnd, 'changes'> {
  if (faults.length > 0 || changes.length === 0) return {}
  return {
    changes: {
      name: sn.toUpperCase(),
      before: Object.fromEntries(changes.map(({ key }) => [key, before.get(key) ?? null])),
      after: Object.fromEntries(changes.map(({ key, value }) => [key, value])),
    },
  }
}

const endOf = ({ row: { number, targetId }, faults, changes }: Judged): RowEnd => ({
  number,
  faults,
  ...(targetId && { targetId }),
  state: faults.length > 0 ? 'REFUSED' : changes.length > 0 ? 'CHANGED' : 'SAME',
})

async function judgeRows(ctx: Context, rows: readonly ReadyRow[]): Promise<Judged[]> {
  const ids = rows.flatMap(({ targetId }) => targetId ?? [])
  const keys = new Set(rows.flatMap((row) => cellsOf(row).map(({ key }) => key)))
  const patterns = await patternsByKey(ctx, [...keys])
  const found = await variablesOf(ctx, ids, null)
  const types = await ownTypes(ctx, { ids, keys: [...keys] })
  return rows.map((row) => {
    const seat = found.get(row.targetId ?? '')
    const own = types.get(row.targetId ?? '') ?? new Map<string, VariableType>()
    return judge(ctx, {
      row,
      patterns,
      ownTypes: own,
      ...(seat ?? { said: new Map(), builtIns: null }),
    })
  })
}

interface Case {
  readonly row: ReadyRow
  readonly patterns: ReadonlyMap<string, readonly string[]>
  readonly said: ReadonlyMap<string, SaidVariable>
  readonly ownTypes: ReadonlyMap<string, VariableType>
  readonly builtIns: BuiltIns | null
}

const cellsOf = ({ values }: ReadyRow) =>
  Object.entries(values).flatMap(([field, value]) =>
    field.startsWith(openMark) ? [{ field, key: field.slice(1), value: String(value) }] : [],
  )

function judge(ctx: Context, { row, patterns, said, ownTypes: typeOf }: Case): Judged {
  const cells = cellsOf(row)
  const own = new Map(cells.map(({ key, value }) => [key, value]))
  const valueOf = (key: string) => {
    const known = said.get(key)
    return own.get(key) ?? (known && judgedText(ctx.platform, known))
  }
  const faults: RowFault[] = []
  const changes: Value[] = []
  const kept = new Map<string, string | null>()
  for (const { field, key, value } of cells) {
    const type = typeOf.get(key) ?? said.get(key)?.type
    const fault = faultOf({ key, value, type, patterns, valueOf })
    if (fault) faults.push({ field, message: translate(ctx.language, fault.key, fault.params) })
    const before = said.get(key)
    if (before?.level === 'DEVICE') kept.set(key, before.value)
    if (before?.level !== 'DEVICE' || before.value !== value)
      changes.push({ deviceId: row.targetId ?? '', key, value, names: namesIn(value) })
  }
  if (cells.length === 0)
    faults.push({ field: null, message: translate(ctx.language, 'variable.noColumns') })
  return { row, faults, changes, before: kept }
}

interface Cell {
  readonly key: string
  readonly value: string
  readonly type: VariableType | undefined
  readonly patterns: Case['patterns']
  readonly valueOf: (key: string) => string | undefined
}

interface Fault {
  readonly key: TextKey
  readonly params?: Readonly<Record<string, string | number>>
}

function faultOf({ key, value, type, patterns, valueOf }: Cell): Fault | null {
  if (isBuiltIn(key)) return { key: 'variable.builtIn' }
  if (type === 'SECRET' || isConcealed(value)) return { key: 'paramDict.typeAsSecret' }
  if (type === 'FILE') return { key: 'variable.fileInSheet', params: { key } }
  if (value.length > mostVariableLength)
    return { key: 'rule.tooLong', params: { limit: mostVariableLength } }
  if (namesIn(value).length > 0) return faultOfNames(value, valueOf)
  const pattern = patterns.get(key)?.find((one) => !matchesPattern(one, value))
  return pattern === undefined ? null : { key: 'variable.otherPattern', params: { pattern } }
}
