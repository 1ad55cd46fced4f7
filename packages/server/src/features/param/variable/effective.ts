import {
  builtInVariables,
  fillDeep,
  type VariableInForce,
  type VariableType,
} from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { notFound } from '../../../kit/refusal.ts'
import { deviceScope } from '../../device/index.ts'
import { type BuiltIns, judgedText, type SaidVariable, variablesOf } from './variable.queries.ts'
import { literal } from './variable.rules.ts'
import { variableScope } from './variableScope.ts'

/** What holds for a terminal that the caller sees, and where each of it comes from. */
export async function effectiveOf(ctx: Context, deviceId: string, appId: string | null) {
  const { rows } = await sql<{ sn: string }>`select sn from device where id = ${deviceId}
    and deleted_at is null and ${deviceScope.rows(ctx.principal)}`.execute(ctx.db)
  const found = (await variablesOf(ctx, [deviceId], appId)).get(deviceId)
  if (!rows[0] || !found) throw notFound()
  const owners = await ownersOf(ctx, [...found.said.values()])
  const said = [...found.said.values()].toSorted((a, b) => (a.key < b.key ? -1 : 1))
  return {
    sn: rows[0].sn,
    variables: [
      ...builtInVariables.map((key) => builtIn(key, found.builtIns[key])),
      ...said.map((one) => ({
        key: one.key,
        type: one.type,
        source: one.level,
        ...owners(one),
        ...textsOf(ctx, one, found),
      })),
    ],
  }
}

const builtIn = (key: string, value: string | null): VariableInForce => ({
  key,
  type: 'TEXT',
  source: 'BUILT_IN',
  of: null,
  isSeen: true,
  appName: null,
  value,
  filled: value,
  unknown: [],
  isTooLong: false,
})

interface Found {
  readonly builtIns: BuiltIns
  readonly said: ReadonlyMap<string, SaidVariable>
}

const isFact = (key: string): key is keyof BuiltIns => builtInVariables.some((one) => one === key)

const whole = { unknown: [], isTooLong: false }

/** A value as it was written and as it is filled; neither where a secret is in it. */
function textsOf({ platform }: Context, one: SaidVariable, { builtIns, said }: Found) {
  if (one.type === 'SECRET') return { value: null, filled: null, ...whole }
  if (one.file !== null) return { value: one.file, filled: one.file, ...whole }
  const value = one.value ?? ''
  const named = new Set<VariableType>()
  const { text, unknown, isTooLong } = fillDeep(value, (key) => {
    // Facts name nothing: somebody's address is no place for variables.
    if (isFact(key)) return builtIns[key] === null ? undefined : literal(builtIns[key])
    const found = said.get(key)
    if (found) named.add(found.type)
    return found && judgedText(platform, found)
  })
  const isHidden = isTooLong || named.has('SECRET')
  return { value, filled: isHidden ? null : text, unknown: [...unknown], isTooLong }
}

/** Whose variables are, as far as the reader sees it. */
async function ownersOf({ db, principal }: Context, said: readonly SaidVariable[]) {
  const ids = said.map(({ id }) => id)
  const { rows } = await sql<{
    id: string
    of: string | null
    appName: string | null
    isSeen: boolean
  }>`select row.id, coalesce(row.device_sn, row.station_name, row.org_name) as of, row.app_name,
      ${variableScope.rows(principal)} as is_seen
    from global_param_row as row where row.id = any(${ids}::uuid[])`.execute(db)
  const known = new Map(rows.map((row) => [row.id, row]))
  return ({ id, level }: SaidVariable) => {
    const { of = null, appName = null, isSeen = false } = known.get(id) ?? {}
    const isShown = isSeen || level === 'PLATFORM'
    return { of: isShown ? of : null, appName, isSeen: isShown }
  }
}
