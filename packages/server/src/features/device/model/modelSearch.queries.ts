import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { allOf, anyContains } from '../../../kit/page.ts'
import { modelScope } from '../deviceScope.ts'

interface NamedModel {
  readonly id: string
  readonly name: string
  readonly vendorName: string
}

/** The caller's models with the text in their name or code; an installation has hundreds, not more. */
export function modelsByName(
  { principal }: Pick<Context, 'principal'>,
  text: string,
  limit: number,
): RawBuilder<NamedModel> {
  const mine = allOf([
    sql<SqlBool>`deleted_at is null`,
    modelScope.rows(principal),
    anyContains(['name', 'code'], text),
  ])
  return sql<NamedModel>`select model.id, model.name, vendor.name as vendor_name
    from (select id, name, vendor_id from model where ${mine} order by name, id limit ${limit}) model
    join vendor on vendor.id = model.vendor_id order by model.name, model.id`
}
