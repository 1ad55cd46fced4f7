import { codes, mqttApks, testTracks, tracksPath, usualPriority } from '@muster/contract'
import { sql } from 'kysely'
import { mayCall } from '../../../access/principal.ts'
import type { Context } from '../../../kit/context.ts'
import { lifecycle } from '../../../kit/lifecycle.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { serve } from '../../../kit/serve.ts'
import { withCounts } from '../../../kit/withCounts.ts'
import { createPush, deviceScope } from '../../device/index.ts'
import { apkScope } from '../appScope.ts'
import { appTaskOf, plainInstall } from '../push/appWish.ts'
import { countAll, lockTrack, ownlyDevices, trackBin, withOwnDevices } from './trackBin.ts'

/** Test tracks: who tries a version before anybody else gets it. */
export const trackRoutes = serve(testTracks, apkScope, {
  ...lifecycle(testTracks, withCounts(trackBin, withOwnDevices, ownlyDevices), {
    search: ['name', 'remark'],
    order: ['name'],
  }),
  devices: ({ params: { id } }, ctx) => devicesOf(ctx, id),
  setDevices: ({ params: { id }, body: { sns } }, ctx) => setDevices(ctx, id, sns),
  versions: ({ params: { id } }, ctx) => versionsOf(ctx, id),
  start: ({ params: { id }, body: { apkId } }, ctx) => start(ctx, id, apkId),
  end: ({ params: { id } }, ctx) => end(ctx, id),
})

/** Of a track's terminals those that the caller sees. */
async function devicesOf(ctx: Context, id: string) {
  await trackBin.find(ctx, id)
  const { rows } = await sql<{ id: string; sn: string; modelName: string }>`select device.id,
      device.sn, model.name as model_name
    from developer_track_device member join device on device.id = member.device_id
      join model on model.id = device.model_id
    where member.track_id = ${id} and device.deleted_at is null
      and ${deviceScope.rows(ctx.principal)} order by device.sn`.execute(ctx.db)
  return rows
}

async function setDevices(ctx: Context, id: string, named: readonly string[]) {
  const { name, maxDevices, orgId } = await lockTrack(ctx, id)
  const sns = [...new Set(named)]
  if (sns.length > maxDevices) throw fieldRefusal('sns', 'track.tooMany', { max: maxDevices })
  const { rows } = await sql<{ id: string; sn: string }>`select id, sn from device
    where sn = any(${sns}::text[]) and deleted_at is null
      and ${deviceScope.rows(ctx.principal)}`.execute(ctx.db)
  const known = new Set(rows.map(({ sn }) => sn))
  const unknown = sns.find((sn) => !known.has(sn))
  if (unknown !== undefined) throw fieldRefusal('sns', 'track.unknownDevice', { sn: unknown })
  const ids = rows.map((row) => row.id)
  // What others have put there, and the caller does not see, stays.
  await sql`delete from developer_track_device member using device
    where member.track_id = ${id} and device.id = member.device_id
      and device.id <> all(${ids}::uuid[]) and ${deviceScope.rows(ctx.principal)}`.execute(ctx.db)
  await sql`insert into developer_track_device (track_id, device_id)
    select ${id}, unnest(${ids}::uuid[]) on conflict do nothing`.execute(ctx.db)
  if ((await countAll(ctx, id)) > maxDevices) throw fieldRefusal('sns', 'track.full')
  ctx.note({ targetIds: [id], about: { name }, after: { sns } })
  ctx.changed(tracksPath, [id], [orgId])
  return { count: ids.length }
}

async function versionsOf(ctx: Context, id: string) {
  const { appId } = await trackBin.find(ctx, id)
  const { rows } = await sql<{ id: string; name: string }>`select id, version_name as name from apk
    where app_id = ${appId} and state = 'SIGNED' and status = 1 and deleted_at is null
    order by version_code desc limit 50`.execute(ctx.db)
  return rows
}

async function start(ctx: Context, id: string, apkId: string) {
  const track = await lockTrack(ctx, id)
  const { permission } = mqttApks.add
  if (!mayCall(ctx.principal, permission))
    throw new Refusal(codes.forbidden, 'track.mayNotBring', { data: { permission } })
  if (track.status !== 1) throw new Refusal(codes.wrongState, 'track.disabled')
  const { rows } = await sql`select from apk where id = ${apkId} and app_id = ${track.appId}
    and state = 'SIGNED' and status = 1 and deleted_at is null for share`.execute(ctx.db)
  if (rows.length === 0) throw fieldRefusal('apkId', 'track.notApproved')
  const members = await devicesOf(ctx, id)
  if (members.length === 0) throw new Refusal(codes.wrongState, 'track.nobody')
  const expiresAt = new Date(ctx.now().getTime() + track.expiryDays * 86_400_000).toISOString()
  const startedAt = ctx.now().toISOString()
  await sql`update developer_track set apk_id = ${apkId}, started_at = ${startedAt},
      expires_at = ${expiresAt}, version = version + 1, updated_at = now(),
      updated_by = ${ctx.principal.userId} where id = ${id}`.execute(ctx.db)
  const want = { action: 'INSTALL' as const, apkId, opt: plainInstall }
  const pushId = await createPush(ctx, {
    ...(await appTaskOf(ctx, want, { field: 'apkId', before: [] })),
    targets: { ids: members.map((one) => one.id) },
    growing: false,
    options: { retries: 0, needOnline: false, notify: true, priority: usualPriority },
  })
  ctx.note({ targetIds: [id], about: { name: track.name }, after: { apkId, expiresAt, pushId } })
  ctx.changed(tracksPath, [id], [track.orgId])
  return { pushId }
}

async function end(ctx: Context, id: string) {
  const { name, expiresAt, orgId } = await lockTrack(ctx, id)
  const at = ctx.now().toISOString()
  if (expiresAt === null || expiresAt <= at) throw new Refusal(codes.wrongState, 'track.notRunning')
  await sql`update developer_track set expires_at = ${at}, version = version + 1, updated_at = now(),
    updated_by = ${ctx.principal.userId} where id = ${id}`.execute(ctx.db)
  ctx.note({ targetIds: [id], about: { name }, before: { expiresAt }, after: { expiresAt: at } })
  ctx.changed(tracksPath, [id], [orgId])
  return { count: 1 }
}
