import { noContact, upgradeResultsPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { every, type Job } from '../../../kit/jobs.ts'
import { parameter } from '../../system/parameter/index.ts'

/** Terminals of one round. */
const atOnce = 5000

/**
 * Notes which terminals restarted for an upgrade and have not been heard of since: what they are at
 * then is a step of its own, which pushes count, and which their next word ends.
 */
export async function noteSilent({ db, live }: Pick<Platform, 'db' | 'live'>): Promise<void> {
  const minutes = await parameter(db, 'plan.suspect.minutes')
  const { rows } = await sql<{ id: string; orgId: string }>`with silent as (
      select item.id from push_item item
      where item.cmd = 'UPGRADE' and item.ended_at is null and item.step = 'REBOOTING' and item.state = 'RUNNING'
        and item.restarting_at < now() - make_interval(mins => ${minutes})
        and not exists (select from device_online online where online.device_id = item.device_id)
      order by item.restarting_at limit ${atOnce} for update skip locked)
    update push_item item set step = ${noContact} from silent, device
    where item.id = silent.id and device.id = item.device_id
    returning item.id, device.org_id`.execute(db)
  for (const [orgId, items] of Map.groupBy(rows, (row) => row.orgId))
    live.changed({ path: upgradeResultsPath, ids: items.map(({ id }) => id), orgIds: [orgId] })
}

export const resultJobs: readonly Job[] = [every('* * * * *', 'upgrade.silent', noteSilent)]
