import {
  controlsOf,
  mostOffered,
  type OfferedParam,
  offeredParam,
  type ParamType,
} from '@muster/contract'
import type { Dictionary } from '@muster/contract/param/freeze'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import * as z from 'zod/mini'
import type { Context } from '../../../kit/context.ts'
import { allOf, anyContains } from '../../../kit/page.ts'

type Reader = Pick<Context, 'db'>

const inUse = sql<SqlBool>`param.deleted_at is null and param.status = 1`

/** What the dictionary says of these parameters; those that it does not know, or no longer, are missing. */
export async function findParams(ctx: Reader, pids: readonly string[]): Promise<Dictionary> {
  const rows = await read(ctx, sql<SqlBool>`param.pid = any(${[...pids]}::text[])`, pids.length)
  return new Map(rows.map((param) => [param.pid, param]))
}

/** Parameters to choose from, and how many there are. */
export async function offerParams(
  ctx: Reader,
  keyword: string,
): Promise<{ list: OfferedParam[]; total: number }> {
  const words = keyword === '' ? [] : [anyContains(['pid', 'title', 'groupName'], keyword)]
  const where = allOf([sql<SqlBool>`true`, ...words])
  const list = await read(ctx, where, mostOffered)
  const { rows } = await sql<{ total: number }>`select count(*) as total from param_dict param
    where ${inUse} and ${where}`.execute(ctx.db)
  return { list, total: rows[0]?.total ?? 0 }
}

/** As it lies in the table; a default that is secret lies elsewhere in it, and is not read here. */
async function read(
  { db }: Reader,
  where: RawBuilder<SqlBool>,
  limit: number,
): Promise<OfferedParam[]> {
  const { rows } = await sql<Kept>`select param.pid, param.title as label, param.titles as labels,
      param.group_name as "group", param.description, param.unit, param.access_level, param.secret,
      param.depends_on, param.required, param.read_only, param.data_type, param.min_length, param.max_length,
      param.min_value, param.max_value, param.pattern, param.pattern_message, param.items, param.columns,
      param.max_rows, param.default_value, param.control
    from param_dict param where ${inUse} and ${where}
    order by param.group_name nulls last, param.pid limit ${limit}`.execute(db)
  return params.parse(
    rows.map((row) => ({ ...row, control: row.control ?? controlsOf(row.dataType)[0] })),
  )
}

interface Kept {
  readonly dataType: ParamType
  /** Null: the usual one of the type. */
  readonly control: string | null
}

const params = z.array(offeredParam())
