import { type updateModes } from '@muster/contract'
import { type Kysely, type RawBuilder, sql } from 'kysely'
import { type FrozenPrincipal, principalOf } from '../../../access/frozen.ts'
import { mayCall } from '../../../access/principal.ts'
import { standingNow } from '../../../access/owner.ts'
import type { DB } from '../../../platform/schema.ts'
import { approvalSize } from '../../device/index.ts'
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

/** Terminals that lack what is mandatory and were not given it yet, as `stand`. */
const lackingNow = sql`org_apk_stand stand join org_apk_giver giver on giver.org_apk_id = stand.org_apk_id
    join org_apk policy on policy.id = stand.org_apk_id and policy.app_id = stand.app_id
      and policy.deleted_at is null and policy.status = 1
    join device on device.id = stand.device_id and device.lifecycle = 'ACTIVE' and device.status = 1
  where stand.standing in ('MISSING', 'OUTDATED') and stand.wanted_apk_id is not null
    and stand.wanted_apk_id is distinct from stand.given_apk_id`

/** Gives what is mandatory to terminals that lack it, so many in one round; answers the pushes. */
export async function giveMandatory(trx: Trx, most = mostGiven): Promise<Moved[]> {
  const { rows } = await sql<Lacking>`with lacking as materialized (
      select stand.device_id, stand.app_id, stand.org_apk_id, stand.wanted_apk_id as apk_id,
        case when stand.given_apk_id is null then stand.given_times + 1 else 1 end as times
      from ${lackingNow}
      limit ${most} for update of stand skip locked),
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
    isPartOfWaiting: await waits(trx.db, {
      orgApkId,
      apkId,
      given: deviceIds.length,
      others: sql`${lackingNow} and stand.org_apk_id = ${orgApkId} and stand.wanted_apk_id = ${apkId}`,
    }),
  })
}

interface Piece {
  readonly orgApkId: string
  /** Null: it takes away. */
  readonly apkId: string | null
  readonly given: number
  /** Those whose turn is in a later round. */
  readonly others: RawBuilder<unknown>
}

/**
 * Whether a second person decides about what a round gives: it is a part of what is for so many terminals
 * in all, however few the round takes.
 */
async function waits(db: Kysely<DB>, piece: Piece): Promise<boolean> {
  if (await isRestOfWaiting(db, piece)) return true
  const from = await approvalSize(db)
  if (!Number.isFinite(from)) return false
  const { rows } = await sql<{ count: number }>`select count(*)::integer as count from (
    select from ${piece.others} limit ${from}) as others`.execute(db)
  return piece.given + (rows[0]?.count ?? 0) >= from
}

/**
 * Whether a round before gave so many terminals the same that a second person decides: the rest of
 * them, however few, is his to decide as well.
 */
async function isRestOfWaiting(
  db: Kysely<DB>,
  { orgApkId, apkId }: Pick<Piece, 'orgApkId' | 'apkId'>,
): Promise<boolean> {
  const purpose = apkId === null ? 'LEFT' : 'KEEP'
  const { rows } = await sql`select from org_apk_push made join push on push.id = made.push_id
    where made.org_apk_id = ${orgApkId} and made.purpose = ${purpose} and push.needs_approval
      and push.args #>> '{gate,apkId}' is not distinct from ${apkId}::text and push.ended_at is null
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

/** No other policy speaks of the application on a terminal that its `policy` has left. */
const isFreeOf = (left: 'taken' | 'waiting') => sql`not exists (select from org_apk_stand stand
  where stand.device_id = ${sql.ref(`${left}.deviceId`)} and stand.app_id = policy.app_id)`

/** Takes applications away from terminals that their policies no longer speak of, so many in one round; answers the pushes. */
export async function takeAway(trx: Trx, most = mostGiven): Promise<Moved[]> {
  const { rows } = await sql<Left>`with taken as (
      delete from org_apk_left where ctid = any(array(
        select ctid from org_apk_left limit ${most} for update skip locked))
      returning org_apk_id, device_id)
    select policy.id as org_apk_id, policy.app_id, giver.principal, policy.window_from, policy.window_until,
      policy.window_days, array_agg(taken.device_id) as device_ids
    from taken join org_apk policy on policy.id = taken.org_apk_id and policy.deleted_at is null
      join org_apk_giver giver on giver.org_apk_id = policy.id
    where ${isFreeOf('taken')}
    group by 1, 2, 3, 4, 5, 6`.execute(trx.db)
  const pushes: Moved[] = []
  for (const left of rows) {
    const push = await takeFrom(trx, left)
    if (push) pushes.push(push)
  }
  return pushes
}

async function takeFrom(trx: Trx, left: Left): Promise<Moved | null> {
  const { orgApkId, deviceIds } = left
  const giver = await standingNow(trx.db, left.principal)
  if (!giver) return null
  const task = await removalTask({ db: trx.db, principal: principalOf(giver) }, left.appId)
  if (!task) return null
  return giveFor({ ...trx, giver }, task, {
    orgApkId,
    purpose: 'LEFT',
    targets: { ids: deviceIds },
    hours: left,
    isPartOfWaiting: await waits(trx.db, {
      orgApkId,
      apkId: null,
      given: deviceIds.length,
      others: sql`org_apk_left waiting join org_apk policy on policy.id = waiting.org_apk_id
        where waiting.org_apk_id = ${orgApkId} and ${isFreeOf('waiting')}`,
    }),
  })
}
