import { codes, plansPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { pushBell, pushChanged, steerPushes } from '../../device/index.ts'
import { rest } from '../plan/carryOut.ts'
import { alarmRunning } from './recalled.queries.ts'
import {
  changeVersion,
  type LockedVersion,
  lockForMove,
  lockVersion,
  moveVersion,
  wrongState,
} from './move.ts'

type Changed = Promise<{ count: number }>

/** Lets plans bring a version to terminals. */
export async function putOnline(ctx: Context, id: string): Changed {
  const found = await lockForMove(ctx, id, 'putOnline')
  if (found.status === 0) throw new Refusal(codes.wrongState, 'upgradeVersion.disabled')
  const onlineAt = ctx.now().toISOString()
  return moveVersion(ctx, found, { move: 'putOnline', changes: { onlineAt, reason: null } })
}

/** Nobody is given it anew; whoever was given it goes on. */
export async function suspend(ctx: Context, id: string, reason: string): Changed {
  const found = await lockForMove(ctx, id, 'suspend')
  await restPlans(ctx, found)
  return moveVersion(ctx, found, { move: 'suspend', changes: { reason }, reason })
}

/** Nobody is given it any more, and what brings it stops. */
export async function takeOffline(ctx: Context, id: string, reason: string): Changed {
  const found = await lockForMove(ctx, id, 'takeOffline')
  await stopPushes(ctx, found)
  return moveVersion(ctx, found, { move: 'takeOffline', changes: { reason }, reason })
}

/** It proved harmful: all that brings it stops, and each terminal that runs it has an alarm. */
export async function recall(ctx: Context, id: string, reason: string): Changed {
  const found = await lockForMove(ctx, id, 'recall')
  if (found.recalledAt !== null) throw new Refusal(codes.wrongState, 'upgradeVersion.recalled')
  await stopPushes(ctx, found)
  const recalledAt = ctx.now().toISOString()
  const done = await moveVersion(ctx, found, {
    move: 'recall',
    changes: { recalledAt, reason },
    reason,
  })
  await alarmRunning(ctx.db, found)
  return done
}

/** What somebody saw who tried it on a terminal of his. */
export async function labTest(ctx: Context, id: string, evidence: string): Changed {
  const found = await lockVersion(ctx, id)
  if (found.recalledAt !== null) throw wrongState(found.state)
  const { userId: labTestedBy } = ctx.principal
  const labTestedAt = ctx.now().toISOString()
  return changeVersion(ctx, found, { set: { labTestedAt, labTestedBy, labEvidence: evidence } })
}

/**
 * Plans that bring a version rest in the same moment: whomever of a wave they have not written down yet they
 * would leave out for good. One that a worker is at is waited for: it may be giving the next wave.
 */
async function restPlans(ctx: Context, { id }: LockedVersion): Promise<void> {
  const { rows } = await sql<{ id: string; orgId: string }>`select id, org_id from plan
    where version_ids @> array[${id}::uuid] and ended_at is null and deleted_at is null
      and state in ('EXPANDING', 'RUNNING', 'SOAKING') order by id for no key update`.execute(
    ctx.db,
  )
  for (const plan of rows) {
    for (const push of await rest(ctx.db, plan)) pushChanged(ctx, push)
    ctx.changed(plansPath, [plan.id], [plan.orgId])
  }
  ctx.ring(pushBell)
}

/** Ends all that is on its way with a version, whoever gave it. */
async function stopPushes(ctx: Context, { id }: LockedVersion): Promise<void> {
  const { rows } = await sql<{ id: string }>`select id from push where kind = 'UPGRADE'
    and args #>> '{gate,versionId}' = ${id} and ended_at is null order by id`.execute(ctx.db)
  const reason = 'upgradeVersion.stoppedWith'
  const ids = rows.map((push) => push.id)
  const moved = await steerPushes(ctx.db, ids, { act: 'stop', reason })
  for (const push of moved) pushChanged(ctx, push)
  ctx.ring(pushBell)
}
