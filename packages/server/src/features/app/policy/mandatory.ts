import { type updateModes } from '@muster/contract'
import { type Kysely, sql } from 'kysely'
import { type FrozenPrincipal, principalOf } from '../../../access/frozen.ts'
import { mayCall } from '../../../access/principal.ts'
import { standingNow } from '../../../access/owner.ts'
import type { DB } from '../../../platform/schema.ts'
import { installTask, removalTask } from '../push/appWish.ts'
import { restAfter } from './again.queries.ts'
import { giveFor, type Giving, type Hours, type Moved, optionsOf } from './releasePush.ts'

/** Terminals that one round gives something. */
const mostGiven = 5000

type Trx = Omit<Giving, 'giver'>

interface Lacking extends Hours {
  readonly orgApkId: string
  readonly apkId: string
  readonly updateMode: (typeof updateModes)[number]
  readonly versionRule: string
  readonly principal: FrozenPrincipal
  readonly deviceIds: string[]
}

/** Gives what is mandatory to terminals that lack it and were not given it yet; answers the pushes. */
export async function giveMandatory(trx: Trx): Promise<Moved[]> {
  const { rows } = await sql<Lacking>`with lacking as materialized (
      select stand.device_id, stand.app_id, stand.org_apk_id, stand.wanted_apk_id as apk_id,
        case when stand.given_apk_id is null then stand.given_times + 1 else 1 end as times
      from org_apk_stand stand join org_apk_giver giver on giver.org_apk_id = stand.org_apk_id
        join org_apk policy on policy.id = stand.org_apk_id and policy.app_id = stand.app_id
          and policy.deleted_at is null and policy.status = 1
        join device on device.id = stand.device_id and device.lifecycle = 'ACTIVE' and device.status = 1
      where stand.standing in ('MISSING', 'OUTDATED') and stand.wanted_apk_id is not null
        and stand.wanted_apk_id is distinct from stand.given_apk_id
      limit ${mostGiven} for update of stand skip locked),
    noted as (update org_apk_stand stand set given_apk_id = lacking.apk_id, given_at = now(),
        given_times = lacking.times, again_at = now() + ${restAfter(sql.ref('lacking.times'))} from lacking
      where stand.device_id = lacking.device_id and stand.app_id = lacking.app_id)
    select lacking.org_apk_id, lacking.apk_id, policy.update_mode, policy.version_rule, giver.principal,
      policy.window_from, policy.window_until, policy.window_days,
      array_agg(lacking.device_id) as device_ids
    from lacking join org_apk policy on policy.id = lacking.org_apk_id
      join org_apk_giver giver on giver.org_apk_id = policy.id
    group by 1, 2, 3, 4, 5, 6, 7, 8`.execute(trx.db)
  const pushes: Moved[] = []
  for (const lacking of rows) {
    const push = await giveOne(trx, lacking)
    if (push) pushes.push(push)
  }
  return pushes
}

async function giveOne(trx: Trx, lacking: Lacking): Promise<Moved | null> {
  const { orgApkId, apkId, updateMode, versionRule, deviceIds } = lacking
  const giver = await standingNow(trx.db, lacking.principal)
  if (!giver) return null
  const principal = principalOf(giver)
  // Exactly one may be an older one, which needs the right to go back.
  const downgrade = versionRule === 'FIXED' && mayCall(principal, 'MQTT_APK_DOWNGRADE')
  const task = await installTask({ db: trx.db, principal }, apkId, {
    ...optionsOf(updateMode),
    downgrade,
  })
  if (!task) return null
  return giveFor({ ...trx, giver }, task, {
    orgApkId,
    purpose: 'KEEP',
    targets: { ids: deviceIds },
    hours: lacking,
    isPartOfWaiting: await waits(trx.db, { orgApkId, apkId }),
  })
}

/**
 * Whether a round before gave so many terminals the same that a second person decides: the rest of
 * them, however few, is his to decide as well.
 */
async function waits(
  db: Kysely<DB>,
  { orgApkId, apkId }: Pick<Lacking, 'orgApkId' | 'apkId'>,
): Promise<boolean> {
  const { rows } = await sql`select from org_apk_push made join push on push.id = made.push_id
    where made.org_apk_id = ${orgApkId} and made.purpose = 'KEEP' and push.needs_approval
      and push.args #>> '{gate,apkId}' = ${apkId} and push.ended_at is null
      and (push.approved_at is null or push.created_at > now() - interval '10 minutes') limit 1`.execute(
    db,
  )
  return rows.length > 0
}

interface Left extends Hours {
  readonly orgApkId: string
  readonly appId: string
  readonly principal: FrozenPrincipal
  readonly deviceIds: string[]
}

/** Takes applications away from terminals that their policies no longer speak of; answers the pushes. */
export async function takeAway(trx: Trx): Promise<Moved[]> {
  const { rows } = await sql<Left>`with taken as (
      delete from org_apk_left where ctid = any(array(
        select ctid from org_apk_left limit ${mostGiven} for update skip locked))
      returning org_apk_id, device_id)
    select policy.id as org_apk_id, policy.app_id, giver.principal, policy.window_from, policy.window_until,
      policy.window_days, array_agg(taken.device_id) as device_ids
    from taken join org_apk policy on policy.id = taken.org_apk_id and policy.deleted_at is null
      join org_apk_giver giver on giver.org_apk_id = policy.id
    where not exists (select from org_apk_stand stand where stand.device_id = taken.device_id
      and stand.app_id = policy.app_id)
    group by 1, 2, 3, 4, 5, 6`.execute(trx.db)
  const pushes: Moved[] = []
  for (const left of rows) {
    const giver = await standingNow(trx.db, left.principal)
    if (!giver) continue
    const task = await removalTask({ db: trx.db, principal: principalOf(giver) }, left.appId)
    const about = {
      orgApkId: left.orgApkId,
      purpose: 'LEFT',
      targets: { ids: left.deviceIds },
      hours: left,
    } as const
    const push = task && (await giveFor({ ...trx, giver }, task, about))
    if (push) pushes.push(push)
  }
  return pushes
}
