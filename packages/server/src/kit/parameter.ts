import { type FlagKey, type ParameterKey, shippedParameters } from '@muster/contract'
import type { Kysely } from 'kysely'
import type { DB } from '../platform/schema.ts'

/**
 * What a parameter says now. One indexed read, not more than asking whether a cache still holds
 * would cost: so a change counts at once, on every node.
 */
export async function parameter(db: Kysely<DB>, key: FlagKey): Promise<boolean>
export async function parameter(
  db: Kysely<DB>,
  key: Exclude<ParameterKey, FlagKey>,
): Promise<number>
export async function parameter(db: Kysely<DB>, key: ParameterKey): Promise<boolean | number> {
  const found = await db
    .selectFrom('parameter')
    .select('value')
    .where('key', '=', key)
    .executeTakeFirst()
  const { value: otherwise } = shippedParameters[key]
  const value = found?.value
  if (typeof otherwise === 'boolean') return typeof value === 'boolean' ? value : otherwise
  return typeof value === 'number' ? value : otherwise
}
