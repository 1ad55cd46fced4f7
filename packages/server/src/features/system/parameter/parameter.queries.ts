import { type Parameter, parameters, parameterTypes, type ParameterType } from '@muster/contract'
import { type Kysely, type Selectable, sql } from 'kysely'
import { notFound } from '../../../kit/refusal.ts'
import type { DB } from '../../../platform/schema.ts'
import { textOfValue, type ValueRule } from './parameter.rules.ts'

/** A row of the view as a list shows it. */
export function shown(row: Selectable<DB['parameterRow']>): Parameter {
  const { min, max, options } = ruleOf(row.rule)
  const value = textOfValue(row.value)
  const defaultValue = textOfValue(row.defaultValue)
  const updatedBy = row.updatedByName
  return parameters.detail.schemas.reply.parse({
    ...row,
    value,
    defaultValue,
    min,
    max,
    options,
    secretValue: null,
    updatedBy,
    // What is shipped is named by the language packs.
    name: row.name || row.key,
  })
}

export function ruleOf(rule: unknown): ValueRule {
  const given: Readonly<Record<string, unknown>> =
    typeof rule === 'object' && rule !== null ? { ...rule } : {}
  const { min, max, options } = given
  return {
    min: typeof min === 'number' ? min : null,
    max: typeof max === 'number' ? max : null,
    options: Array.isArray(options) ? options.map(String) : [],
  }
}

export interface StoredParameter {
  readonly id: string
  readonly key: string
  readonly valueType: ParameterType
  readonly value: unknown
  readonly sealedValue: Buffer | null
  readonly defaultValue: unknown
  readonly rule: unknown
  readonly isSystem: boolean
  readonly version: number
}

/** A parameter, locked until the commit. */
export async function lockParameter(db: Kysely<DB>, id: string): Promise<StoredParameter> {
  const row = await db
    .selectFrom('parameter')
    .select(['id', 'key', 'value', 'sealedValue', 'defaultValue', 'rule', 'isSystem', 'version'])
    .select('valueType')
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!row) throw notFound()
  const valueType = parameterTypes.find((type) => type === row.valueType) ?? 'string'
  return { ...row, valueType }
}

export async function findParameter(db: Kysely<DB>, id: string): Promise<Parameter> {
  const { rows } = await sql<Selectable<DB['parameterRow']>>`select * from parameter_row
    where id = ${id}`.execute(db)
  if (!rows[0]) throw notFound()
  return shown(rows[0])
}

export interface ValueChange {
  readonly parameterId: string
  readonly userName: string
  readonly oldValue: unknown
  readonly newValue: unknown
}

/** Notes who changed a value from what to what. */
export async function noteChange(db: Kysely<DB>, change: ValueChange): Promise<void> {
  const { parameterId, userName, oldValue, newValue } = change
  await db
    .insertInto('parameterHistory')
    .values({
      parameterId,
      userName,
      oldValue: JSON.stringify(oldValue ?? null),
      newValue: JSON.stringify(newValue ?? null),
    })
    .execute()
}
