import { type Kysely, sql } from 'kysely'
import type { DB } from '../../../platform/schema.ts'
import type { Tally } from './release.rules.ts'

/** What has become of a release on its terminals, and of its pushes. */
export interface Standing extends Tally {
  /** All of its terminals are written down: what is counted is a share, not a part of one. */
  readonly isWritten: boolean
  /** Somebody stopped one of its pushes. */
  readonly isHeld: boolean
  /** Nobody had a say, and not because there was nobody to ask: terminals were away until it was too late. */
  readonly isUnheard: boolean
}

/**
 * Counts by the figures that its pushes keep. Who took the version and went back from it since has
 * failed; who was passed by, or was away until it was too late, has no say.
 */
export async function countRelease(db: Kysely<DB>, releaseId: string): Promise<Standing> {
  const { rows } = await sql<Standing & { wentBack: number }>`
    with made as materialized (select push.id, push.state, push.expanded_at from org_apk_push given
        join push on push.id = given.push_id
      where given.release_id = ${releaseId} and given.purpose = 'FORTH'),
    back as materialized (select distinct event.device_id from org_apk_release release
        join apk on apk.id = release.apk_id join app on app.id = apk.app_id
        join device_app_event event on event.package = app.package and event.at >= release.started_at
          and event.from_code = apk.version_code and event.kind in ('DOWNGRADED', 'REMOVED')
        join push_item item on item.device_id = event.device_id and item.push_id in (select id from made)
          and item.state = 'SUCCESS'
      where release.id = ${releaseId} and not exists (select from device_app installed
        where installed.device_id = event.device_id and installed.package = app.package
          and installed.version_code >= apk.version_code))
    select coalesce(told.reached, 0)::integer as reached, coalesce(told.succeeded, 0)::integer as succeeded,
      coalesce(told.failed, 0)::integer as failed, (select count(*) from back)::integer as went_back,
      not exists (select from made where expanded_at is null) as is_written,
      exists (select from made where state = 'STOPPED') as is_held,
      coalesce(told.reached, 0) = 0 and coalesce(told.expired, 0) > 0 as is_unheard
    from (select sum(count) filter (where tally.state not in ('FILTERED', 'DUPLICATE', 'OFFLINE_SKIPPED', 'EXPIRED', 'CANCELLED')) as reached,
        sum(count) filter (where tally.state = 'SUCCESS') as succeeded,
        sum(count) filter (where tally.state = 'EXPIRED') as expired,
        sum(count) filter (where tally.state in ('FAILED', 'REFUSED', 'TIMEOUT')) as failed
      from push_tally tally where tally.push_id in (select id from made)) as told`.execute(db)
  const [row] = rows
  if (!row) throw new Error('a count without a row')
  const { wentBack, ...standing } = row
  return {
    ...standing,
    succeeded: standing.succeeded - wentBack,
    failed: standing.failed + wentBack,
  }
}
