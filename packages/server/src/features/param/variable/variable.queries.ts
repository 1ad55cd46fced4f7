import type {
  BuiltInVariable,
  VariableLevel,
  VariableType,
  VariableUse,
  VariableUses,
} from '@muster/contract'
import { type RawBuilder, sql } from 'kysely'
import type { Context, Platform } from '../../../kit/context.ts'
import {
  countBeyond,
  countValues,
  mostUses,
  naming,
  templatesSeen,
  valuesSeen,
} from './uses.queries.ts'
import { anySecret, literal } from './variable.rules.ts'
import { variableScope } from './variableScope.ts'

type Asking = Pick<Context, 'db'>

/** A place where variables are asked for, as the database names it. */
export interface Place {
  readonly orgId: string | null
  readonly stationId: string | null
  readonly deviceId: string | null
  readonly appId: string | null
}

/** A variable in force somewhere. */
export interface SaidVariable {
  readonly id: string
  readonly key: string
  readonly type: VariableType
  readonly level: VariableLevel
  readonly orgId: string | null
  readonly appId: string | null
  readonly value: string | null
  readonly sealed: Buffer | null
  /** SHA-256, size and name of a file. */
  readonly file: string | null
}

/** What holds at some places, in their order: one query, however many they are. */
export async function variablesAt(
  { db }: Asking,
  places: readonly Place[],
): Promise<ReadonlyMap<string, SaidVariable>[]> {
  const list = (of: (place: Place) => string | null) => places.map(of)
  const { rows } = await sql<
    SaidVariable & { seat: number }
  >`select found.seat, v.id, v.key, v.type,
      v.level, v.org_id, v.app_id, v.value, v.sealed,
      case when v.file_id is not null then encode(upload.sha256, 'hex') || '/' || upload.bytes || '/' || upload.name end as file
    from variables_at(${list(({ orgId }) => orgId)}::uuid[], ${list(({ stationId }) => stationId)}::uuid[],
        ${list(({ deviceId }) => deviceId)}::uuid[], ${list(({ appId }) => appId)}::uuid[]) as found
      join global_param v on v.id = found.id left join upload on upload.id = v.file_id`.execute(db)
  const found = places.map(() => new Map<string, SaidVariable>())
  for (const { seat, ...row } of rows) found[seat - 1]?.set(row.key, row)
  return found
}

/** Facts of terminals that values may name, by terminal. */
export type BuiltIns = Readonly<Record<BuiltInVariable, string | null>>

interface DeviceRow extends Place {
  readonly id: string
  readonly builtIns: BuiltIns
}

/**
 * The variables in force for some living terminals, those of an application among them where one is
 * named, with what everybody has; what the caller may see he has asked before.
 */
export async function variablesOf(
  ctx: Asking,
  deviceIds: readonly string[],
  appId: string | null,
): Promise<ReadonlyMap<string, { builtIns: BuiltIns; said: ReadonlyMap<string, SaidVariable> }>> {
  const { rows } = await sql<DeviceRow>`select device.id, device.org_id, device.station_id,
      device.id as device_id, ${appId}::uuid as app_id,
      jsonb_build_object('device.sn', device.sn, 'device.tid', device.tid, 'device.mid', device.mid,
        'device.model', model.name, 'station.name', station.name, 'station.address', station.address,
        'station.mcc', station.mcc, 'org.code', organization.code) as built_ins
    from device join organization on organization.id = device.org_id
      join model on model.id = device.model_id
      left join station on station.id = device.station_id
    where device.id = any(${[...deviceIds]}::uuid[]) and device.deleted_at is null`.execute(ctx.db)
  const said = await variablesAt(ctx, rows)
  return new Map(
    rows.map(({ id, builtIns }, at) => [id, { builtIns, said: said[at] ?? new Map() }]),
  )
}

const purposeOf = (id: string): string => `param.variable:${id}`

export const sealVariable = (
  { secrets }: Pick<Platform, 'secrets'>,
  id: string,
  plain: string,
): Buffer => secrets.seal(Buffer.from(plain), purposeOf(id))

/** What a variable stands for, to be filled in: what is secret or a file names no variables. */
export function textOf(
  { secrets }: Pick<Platform, 'secrets'>,
  { id, value, sealed, file }: SaidVariable,
): string {
  if (sealed) return literal(secrets.open(sealed, purposeOf(id)).toString())
  return file === null ? (value ?? '') : literal(file)
}

/** The same to judge values by that name it: of a secret nothing is told by whether they come to too much. */
export const judgedText = (platform: Pick<Platform, 'secrets'>, one: SaidVariable): string =>
  one.type === 'SECRET' ? anySecret : textOf(platform, one)

/** What names a variable, of what the caller sees, and how many values beyond that. */
export async function usesOf(ctx: Context, key: string): Promise<VariableUses> {
  const names = [key]
  const which = naming(sql`${key}::text`)
  const { rows } = await sql<VariableUse>`select * from (
    (select 'VARIABLE' as kind, row.id, row.key as name, coalesce(row.device_sn, row.station_name, row.org_name) as of
      from global_param_row as row where row.names @> ${names}::text[] and row.deleted_at is null
        and ${variableScope.rows(ctx.principal)} limit ${mostUses})
    union all
    select 'DICT', id, pid, null from param_dict
    where names @> ${names}::text[] and deleted_at is null
    union all
    select 'TEMPLATE', said.id, said.name, said.org_name from ${templatesSeen(ctx, which)} said
    union all
    select 'VALUE', said.id, said.pid, said.target from ${valuesSeen(ctx, which)} said) as found
    order by 1, 3, 4 limit ${mostUses}`.execute(ctx.db)
  const { rows: counts } = await sql<{ total: number; beyond: number }>`select
    ${referencesOf(ctx, sql`${key}::text`)} as total, ${countBeyond(ctx, which)} as beyond`.execute(
    ctx.db,
  )
  return { uses: rows, total: 0, beyond: 0, ...counts[0] }
}

/** How many name a variable, of those that the caller sees. */
const referencesOf = (ctx: Context, key: RawBuilder<unknown>): RawBuilder<number> =>
  sql<number>`((select count(*) from global_param row where row.names @> array[${key}]
      and row.deleted_at is null and ${variableScope.rows(ctx.principal)})
    + (select count(*) from param_dict where param_dict.names @> array[${key}] and param_dict.deleted_at is null)
    + (select count(*) from ${templatesSeen(ctx, naming(key))} as template)
    + ${countValues(ctx, naming(key))})::integer`

/** How many name each of some variables, of those that the caller sees; values no further than the cap. */
export async function countUses(
  ctx: Context,
  keys: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  const { rows } = await sql<{ key: string; count: number }>`select asked.key,
      ${referencesOf(ctx, sql`asked.key`)} as count
    from unnest(${[...new Set(keys)]}::text[]) as asked (key)`.execute(ctx.db)
  return new Map(rows.map(({ key, count }) => [key, count]))
}
