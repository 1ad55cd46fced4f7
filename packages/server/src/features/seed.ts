import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { DB } from '../platform/schema.ts'
import { seedDictionaries } from './system/dictionary/dictionarySeed.ts'
import { seedLanguages } from './system/language/languageSeed.ts'
import { seedParameters } from './system/parameter/parameterSeed.ts'
import { seedMenu } from './system/menu/menuSeed.ts'
import { seedTimezones } from './timezone/timezoneSeed.ts'
import { seedFirstAdministrator } from './user/firstAdministrator.ts'

/**
 * Fills what every installation needs; runs at each start, one process at a time.
 * Answers the first administrator's one-time password, on the first start only.
 */
export async function seed(db: Kysely<DB>, adminPassword: string | null): Promise<string | null> {
  return db.transaction().execute(async (trx) => {
    await sql`select pg_advisory_xact_lock(7214004)`.execute(trx)
    await seedLanguages(trx)
    await seedDictionaries(trx)
    await seedTimezones(trx)
    await seedParameters(trx)
    await seedMenu(trx)
    return seedFirstAdministrator(trx, adminPassword)
  })
}
