import { codes, type PushKind, pushesPath, type mqttTasks, type ReplyOf } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import { organizationsBy } from '../../../access/scope.ts'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { pushBell } from './createPush.ts'
import { requireRights } from './rights.ts'
import { leaveWork } from './work.ts'

/** What of the platform as a whole is the business of those who see all of it. */
const haltScope = (ctx: Context) =>
  ctx.principal.scope.all
    ? sql<SqlBool>`true`
    : sql<SqlBool>`(halt.org_id is null or ${organizationsBy('halt.orgId', { creator: null }).rows(ctx.principal)})`

/** Of what all sending is halted, as far as the caller has to do with it. */
export async function listHalts(ctx: Context): Promise<ReplyOf<typeof mqttTasks.halts>> {
  const { rows } = await sql<ReplyOf<typeof mqttTasks.halts>[number]>`
    select halt.id, halt.org_id, place.name as org_name, halt.reason, halt.created_at,
      creator.user_name as created_by
    from push_halt halt left join organization place on place.id = halt.org_id
      left join app_user creator on creator.id = halt.created_by
    where ${haltScope(ctx)} order by halt.created_at`.execute(ctx.db)
  return rows
}

/** Halts all sending to an organisation and those below it, or to everybody. */
export async function addHalt(
  ctx: Context,
  { orgId, reason }: { readonly orgId: string | null; readonly reason: string },
): Promise<{ id: string }> {
  if (orgId === null && !ctx.principal.scope.all)
    throw new Refusal(codes.forbidden, 'push.haltBeyond')
  if (orgId !== null) {
    const { rows } = await sql`select from organization where id = ${orgId} and deleted_at is null
      and ${organizationsBy('id').rows(ctx.principal)}`.execute(ctx.db)
    if (rows.length === 0) throw fieldRefusal('orgId', 'rule.unknownRecord')
  }
  const { rows } = await sql<{ id: string }>`insert into push_halt (org_id, reason, created_by)
    values (${orgId}, ${reason}, ${ctx.principal.userId}) on conflict do nothing returning id`.execute(
    ctx.db,
  )
  const [made] = rows
  if (!made) throw fieldRefusal('orgId', 'push.haltedAlready')
  ctx.note({ targetIds: [made.id], after: { orgId, reason } })
  ctx.changed(pushesPath, [made.id], orgId ? [orgId] : [])
  return made
}

/** What was kept back goes on. */
export async function liftHalt(ctx: Context, id: string): Promise<void> {
  const { rows } = await sql<{ orgId: string | null; isOwn: boolean }>`select halt.org_id,
      exists (select from app_user giver where giver.id = halt.created_by
        and ${organizationsBy('giver.orgId', { creator: null }).rows(ctx.principal)}) as is_own
    from push_halt halt where halt.id = ${id} and ${haltScope(ctx)} for update of halt`.execute(
    ctx.db,
  )
  const [halt] = rows
  if (!halt) throw notFound()
  const isAbove = halt.orgId === null || !halt.isOwn
  if (isAbove && !ctx.principal.scope.all) {
    const why = halt.orgId === null ? 'push.haltBeyond' : 'push.haltAbove'
    throw new Refusal(codes.forbidden, why)
  }
  await requireHeldRights(ctx, halt.orgId)
  await sql`delete from push_halt where id = ${id}`.execute(ctx.db)
  // Those that another halt still keeps back are noted anew when they come up.
  await leaveWork(ctx.db, { kind: 'LIFT' })
  ctx.ring(pushBell)
  ctx.note({ targetIds: [id], before: { orgId: halt.orgId } })
  ctx.changed(pushesPath, [id], halt.orgId ? [halt.orgId] : [])
}

/** Whoever lets things go needs the rights that whoever gives them does. */
async function requireHeldRights(ctx: Context, orgId: string | null): Promise<void> {
  const isThere =
    orgId === null
      ? sql`true`
      : sql`exists (select from device join organization own on own.id = device.org_id
          join organization above on own.path <@ above.path
          where device.id = held.device_id and above.id = ${orgId})`
  const { rows } = await sql<{ kind: PushKind; args: object }>`select kind, args from push
    where ended_at is null and exists (select from push_item held
      where held.push_id = push.id and held.waits_for = 'STOPPED' and ${isThere})`.execute(ctx.db)
  requireRights(ctx, rows)
}
