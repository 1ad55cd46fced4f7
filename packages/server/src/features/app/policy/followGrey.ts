import { apksPath, appsPath } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'

interface Followed {
  readonly id: string
  readonly appId: string
  readonly orgId: string
}

/**
 * A version that releases bring is offered as far as the farthest of them has come, and rests as long as
 * none of them goes on. Answers the version where that has changed.
 */
export async function followGrey(db: Kysely<DB>, releaseId: string): Promise<Followed | null> {
  // Of two releases of one version that move at once the later one is told what the earlier one came to.
  await sql`select from apk where id = (select apk_id from org_apk_release where id = ${releaseId})
    for no key update`.execute(db)
  const { rows } = await sql<Followed>`with told as (
      select release.apk_id,
        coalesce(max(other.percent) filter (where other.state <> 'STOPPED'), max(other.percent)) as percent,
        bool_or(other.state in ('RUNNING', 'FULL')) as goes_on
      from org_apk_release release join org_apk_release other on other.apk_id = release.apk_id
        and other.state <> 'ROLLED_BACK'
      where release.id = ${releaseId} group by 1),
    held as materialized (select apk.id, apk.state as before, app.org_id, told.percent,
        case when told.goes_on then 'GREY' else 'GREY_PAUSED' end as state
      from told join apk on apk.id = told.apk_id join app on app.id = apk.app_id
      where apk.state in ('GREY', 'GREY_PAUSED') and apk.deleted_at is null for no key update of apk),
    moved as (update apk set state = held.state, grey_percent = held.percent, version = apk.version + 1, updated_at = now()
      from held where apk.id = held.id and (apk.state <> held.state or apk.grey_percent is distinct from held.percent)
      returning apk.id, apk.app_id, held.org_id, held.before, held.state),
    noted as (insert into apk_review (apk_id, before, after)
      select id, before, state from moved where before <> state)
    select id, app_id, org_id from moved`.execute(db)
  return rows[0] ?? null
}

/** What consoles show anew. */
export const greyChanges = ({ id, appId, orgId }: Followed) => [
  { path: apksPath, ids: [id], orgIds: [orgId] },
  { path: appsPath, ids: [appId], orgIds: [orgId] },
]
