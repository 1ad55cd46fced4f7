import { shippedTexts } from '@muster/contract/texts'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

/**
 * The lists of values that the product has itself, in their natural order. Each is called by the text keys of its values:
 * `<code>.<VALUE>`, so that whatever shows such a text shows how it is worded here.
 */
export const shippedDictionaries = new Map([
  ['category.os', 'ANDROID LINUX RTOS'],
  ['device.command', 'REBOOT SYNC LOCATE MESSAGE'],
  ['device.lifecycle', 'UNCLAIMED STOCK ASSIGNED ACTIVE SUSPENDED REPAIR LOST REPLACED SCRAPPED'],
  ['device.presence', 'ONLINE OFFLINE NEVER'],
  ['device.task', 'CREATED QUEUED PUBLISHED DELIVERED ACKED DEFERRED RUNNING SUCCESS FAILED'],
  ['file.state', 'QUEUED RUNNING READY FAILED EXPIRED'],
  ['mail.state', 'QUEUED SENT FAILED'],
  ['organization.type', 'OPERATOR BANK PSP ISO DISTRIBUTOR AGENT MERCHANT_GROUP'],
  ['role.type', 'PLATFORM ORGANIZATION VENDOR DEVELOPER'],
  ['task.state', 'QUEUED RUNNING PAUSED SUCCESS PARTIAL FAILED CANCELLED'],
  ['task.type', 'EXPORT BATCH'],
  ['tools.severity', 'INFO SUCCESS WARNING CRITICAL'],
  ['upload.state', 'UPLOADING CHECKING STORED REJECTED ORPHAN'],
  ['user.state', 'INVITED ACTIVE LOCKED DISABLED EXPIRED'],
])

/** The values that a shipped dictionary has texts for: in their natural order, what has none behind. */
function valuesOf(code: string, order: string): string[] {
  const { en = {} } = shippedTexts
  const texts = Object.keys(en)
    .filter((key) => key.startsWith(`${code}.`))
    .map((key) => key.slice(code.length + 1))
    .filter((value) => /^[A-Z][A-Z0-9_]*$/.test(value))
  const known = order.split(' ').filter((value) => texts.includes(value))
  return [...new Set([...known, ...texts])]
}

/** Adds shipped dictionaries and values that are not there yet; what was edited stays. */
export async function seedDictionaries(db: Kysely<DB>): Promise<void> {
  const values = [...shippedDictionaries].flatMap(([code, order]) =>
    valuesOf(code, order).map((value, sort) => ({ code, value, sort })),
  )
  await db
    .insertInto('dictionary')
    .values(
      [...shippedDictionaries.keys()].map((code) => ({
        code,
        name: `dictionary.of.${code}`,
        isSystem: true,
      })),
    )
    .onConflict((conflict) => conflict.column('code').where('deletedAt', 'is', null).doNothing())
    .execute()
  await sql`insert into dictionary_item (dictionary_id, value, sort)
    select dictionary.id, shipped.value, shipped.sort
    from jsonb_to_recordset(${JSON.stringify(values)}::jsonb) as shipped (code text, value text, sort integer)
      join dictionary on dictionary.code = shipped.code and dictionary.is_system
    on conflict (dictionary_id, value) where deleted_at is null do nothing`.execute(db)
}
