import { appliesPath } from '@muster/contract'
import { sql } from 'kysely'
import { every } from '../../../kit/jobs.ts'

/** A request that nobody decides is over one day, and so is what nobody knocks with any more. */
export const applyJobs = [
  every('23 * * * *', 'device.applyExpiry', async ({ db, live }) => {
    const { rows } = await sql<{ id: string; orgIds: string[] }>`update device_apply
      set state = 'EXPIRED', version = version + 1, updated_at = now()
      where state in ('SUBMITTED', 'SOURCE_APPROVED') and expires_at < now()
      returning id, array_remove(array[org_id, from_org_id, to_org_id], null) as org_ids`.execute(
      db,
    )
    for (const { id, orgIds } of rows) live.changed({ path: appliesPath, ids: [id], orgIds })
  }),
  // Who has not come again for so long was switched off, or has come as something else.
  every('41 3 * * *', 'device.modelKnocks', async ({ db }) => {
    await sql`delete from model_knock where at < now() - interval '30 days'`.execute(db)
  }),
]
