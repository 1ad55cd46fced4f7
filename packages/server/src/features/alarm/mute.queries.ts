import { alarms, alarmsPath, codes, mostMuteMinutes, type ParsedOf } from '@muster/contract'
import { sql } from 'kysely'
import type { Context, Platform } from '../../kit/context.ts'
import { fieldRefusal } from '../../kit/refusal.ts'

/** An alarm that somebody has done something about. */
export type Moved = {
  readonly id: string
  readonly orgId: string
  readonly version: number
  readonly sn: string
}

const minute = 60_000

type Wish = Pick<ParsedOf<(typeof alarms)['mute']>['body'], 'minutes' | 'until'>

/** The moment that is meant: said in one way, to come, and not too far off. */
export function mutedUntil(ctx: Context, { minutes, until }: Wish): Date {
  if ((minutes === undefined) === (until === undefined))
    throw fieldRefusal('until', 'rule.required')
  const now = ctx.now().getTime()
  const at = until === undefined ? now + (minutes ?? 0) * minute : Date.parse(until)
  if (at <= now || at > now + mostMuteMinutes * minute)
    throw fieldRefusal('until', 'alarm.muteRange')
  return new Date(at)
}

interface Muting {
  readonly until: Date
  readonly reason: string
}

/** Mutes those of some alarms that are not closed; another moment takes the place of the one before. */
export async function mute(
  ctx: Context,
  ids: readonly string[],
  { until, reason }: Muting,
): Promise<Moved[]> {
  const { rows } = await sql<Moved>`with wanted as materialized (
      select alarm.id, alarm.device_id, alarm.kind, alarm.org_id, alarm.version, device.sn
      from alarm join device on device.id = alarm.device_id
      where alarm.id = any(${[...ids]}::uuid[]) and alarm.closed_at is null),
    muted as (
      insert into alarm_mute (device_id, kind, until, reason, muted_by)
        select distinct device_id, kind, ${until}::timestamptz, ${reason}::text, ${ctx.principal.userId}::uuid
        from wanted order by 1, 2
      on conflict (device_id, kind) do update set until = excluded.until, reason = excluded.reason,
        muted_by = excluded.muted_by,
        muted_at = case when alarm_mute.until <= now() then now() else alarm_mute.muted_at end
      returning device_id, kind)
    select wanted.id, wanted.org_id, wanted.version, wanted.sn from wanted join muted using (device_id, kind)`.execute(
    ctx.db,
  )
  return rows
}

/** Some alarms are heard of again; answers those that were muted. */
export async function unmute(ctx: Context, ids: readonly string[]): Promise<Moved[]> {
  const { rows } = await sql<Moved>`with wanted as materialized (
      select alarm.id, alarm.device_id, alarm.kind, alarm.org_id, alarm.version, device.sn
      from alarm join device on device.id = alarm.device_id
      where alarm.id = any(${[...ids]}::uuid[]) and alarm.closed_at is null),
    heard as (
      delete from alarm_mute mute
      where (mute.device_id, mute.kind) in (select device_id, kind from wanted) and mute.until > now()
      returning mute.device_id, mute.kind)
    select wanted.id, wanted.org_id, wanted.version, wanted.sn from wanted join heard using (device_id, kind)`.execute(
    ctx.db,
  )
  return rows
}

/** So many end in one statement. */
const atOnce = 1000

interface Ended {
  readonly id: string | null
  readonly orgId: string
  readonly deviceId: string
}

/** Ends what was muted until now; it is on record as nobody's act, since nobody did it. */
export async function endMutes({
  db,
  live,
  now,
}: Pick<Platform, 'db' | 'live' | 'now'>): Promise<void> {
  for (;;) {
    const started = now()
    const ended = await db.transaction().execute(async (trx) => {
      const { rows } = await sql<Ended>`with due as materialized (
          select device_id, kind from alarm_mute where until <= now()
            order by until limit ${atOnce} for update skip locked),
        ended as (delete from alarm_mute mute using due
          where mute.device_id = due.device_id and mute.kind = due.kind returning mute.device_id, mute.kind)
        select alarm.id, device.org_id, ended.device_id
        from ended join device on device.id = ended.device_id
          left join alarm on alarm.device_id = ended.device_id and alarm.kind = ended.kind
            and alarm.closed_at is null`.execute(trx)
      await noteEnds(trx, rows, { started, now })
      return rows
    })
    for (const [orgId, ids] of byOrganization(ended))
      live.changed({ path: alarmsPath, ids, orgIds: [orgId] })
    if (ended.length < atOnce) return
  }
}

interface Moments {
  readonly started: Date
  readonly now: () => Date
}

async function noteEnds(
  trx: Platform['db'],
  ended: readonly Ended[],
  { started, now }: Moments,
): Promise<void> {
  const { method, path, permission } = alarms.unmute
  const [first] = ended.flatMap(({ id }) => id ?? [])
  for (const [orgId, targetIds] of byOrganization(ended))
    await trx
      .insertInto('actionLog')
      .values({
        at: started.toISOString(),
        userName: '',
        orgId,
        method,
        path,
        permission,
        targetIds,
        after: JSON.stringify({ ended: targetIds.length }),
        code: codes.success,
        durationMs: now().getTime() - started.getTime(),
        requestId: first ?? '',
      })
      .execute()
}

/** Alarms that are open still; what ended with its alarm concerns nobody. */
const byOrganization = (ended: readonly Ended[]): Map<string, string[]> =>
  new Map(
    [...Map.groupBy(ended, ({ orgId }) => orgId)]
      .map(([orgId, rows]): [string, string[]] => [orgId, rows.flatMap(({ id }) => id ?? [])])
      .filter(([, ids]) => ids.length > 0),
  )
