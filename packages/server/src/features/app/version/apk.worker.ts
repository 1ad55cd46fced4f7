import { apksPath, appsPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { every, type Job } from '../../../kit/jobs.ts'

interface Published {
  readonly id: string
  readonly appId: string
  readonly orgId: string
}

/** Publishes what is due; of one track the earliest first, the next one a minute later. */
export async function publishDue({ db, live, now }: Platform): Promise<void> {
  const at = now().toISOString()
  const published = await db.transaction().execute(async (trx) => {
    const { rows: due } = await sql<Published>`select due.id, due.app_id, app.org_id from
        (select distinct on (app_id, track) id, app_id from apk
          where publish_at <= ${at} and state = 'SIGNED' and status = 1 and deleted_at is null
          order by app_id, track, publish_at, version_code) due
        join app on app.id = due.app_id and app.status = 1 and app.deleted_at is null
      order by app.id limit 50 for no key update of app skip locked`.execute(trx)
    const ids = due.map(({ id }) => id)
    await sql`with gone as (update apk set state = 'SUPERSEDED', version = version + 1, updated_at = ${at}
        where state = 'ONLINE' and deleted_at is null and (app_id, track) in
          (select app_id, track from apk due where due.id = any(${ids}::uuid[]) and due.state = 'SIGNED')
        returning id)
      insert into apk_review (apk_id, before, after) select id, 'ONLINE', 'SUPERSEDED' from gone`.execute(
      trx,
    )
    await sql`with come as (update apk set state = 'ONLINE', published_at = ${at}, publish_at = null,
        offline_at = null, version = version + 1, updated_at = ${at}
        where id = any(${ids}::uuid[]) and state = 'SIGNED' and deleted_at is null returning id)
      insert into apk_review (apk_id, before, after) select id, 'SIGNED', 'ONLINE' from come`.execute(
      trx,
    )
    return due
  })
  for (const { id, appId, orgId } of published) {
    live.changed({ path: apksPath, ids: [id], orgIds: [orgId] })
    live.changed({ path: appsPath, ids: [appId], orgIds: [orgId] })
  }
}

/** What was found in files that nobody made a version of is forgotten when they are gone. */
async function forgetReports({ db }: Platform): Promise<void> {
  await sql`delete from package_report report where judged_at < now() - interval '1 day'
    and not exists (select from upload where upload.sha256 = report.sha256)`.execute(db)
}

export const apkJobs: readonly Job[] = [
  every('* * * * *', 'app.publish', publishDue),
  every('41 3 * * *', 'app.reports', forgetReports),
]
