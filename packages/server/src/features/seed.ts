import { createHash } from 'node:crypto'
import { shippedParameters } from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DB } from '../platform/schema.ts'
import { isOlder, version } from '../platform/version.ts'
import { seedCategories, seedFeatures, shippedCategories, shippedFeatures } from './device/index.ts'
import { seedAlarmRules } from './alarm/alarmSeed.ts'
import { seedDictionaries, shippedDictionaries } from './system/dictionary/dictionarySeed.ts'
import { seedLanguages, shippedLanguages } from './system/language/languageSeed.ts'
import { seedMenu, shippedGrants } from './system/menu/menuSeed.ts'
import { shippedMenu } from './system/menu/shippedMenu.ts'
import { seedParameters } from './system/parameter/parameterSeed.ts'
import { seedTimezones } from './timezone/timezoneSeed.ts'
import { seedFirstAdministrator } from './user/firstAdministrator.ts'

/** Differs where another version, or another state of the same one, ships something else. */
function contentDigest(): string {
  const texts = [
    shippedLanguages,
    shippedTexts,
    [...shippedDictionaries],
    shippedFeatures,
    shippedCategories,
  ]
  const contents = [version, ...texts, shippedParameters, shippedMenu, shippedGrants()]
  return createHash('sha256').update(JSON.stringify(contents)).digest('hex')
}

/** Whether this version, or a newer one that fits the same tables, has filled in what it ships. */
export async function contentsAreShipped(db: Kysely<DB>): Promise<boolean> {
  const done = await db
    .selectFrom('installation')
    .select(['version', 'contentDigest'])
    .executeTakeFirst()
  if (!done) return false
  return isOlder(version, done.version) || done.contentDigest === contentDigest()
}

/**
 * Fills in what every installation needs, and notes that this version has done so. For one process
 * at a time. Answers the first administrator's one-time password, on the first start only.
 */
export async function seed(db: Kysely<DB>, adminPassword: string | null): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    await seedLanguages(trx)
    await seedDictionaries(trx)
    await seedTimezones(trx)
    await seedParameters(trx)
    await seedFeatures(trx)
    await seedCategories(trx)
    await seedMenu(trx)
    const oneTimePassword = await seedFirstAdministrator(trx, adminPassword)
    await seedAlarmRules(trx)
    const done = { version, contentDigest: contentDigest(), seededAt: sql<string>`now()` }
    await trx
      .insertInto('installation')
      .values(done)
      .onConflict((conflict) => conflict.column('isOnly').doUpdateSet(done))
      .execute()
    return oneTimePassword
  })
}
