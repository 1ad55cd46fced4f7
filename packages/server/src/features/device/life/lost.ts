import { codes, type deviceLife, lostCommandDays, type ParsedOf } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import { giveOne } from '../command/giveOne.ts'
import { tasksPath } from '../paths.ts'
import { callOff, canBeCalledOff } from '../push/callOff.queries.ts'
import { requireRights } from '../push/rights.ts'
import { moveOne } from './makeMove.ts'

type Lost = ParsedOf<(typeof deviceLife)['lost']>['body']
type Found = ParsedOf<(typeof deviceLife)['found']>['body']

/** Nobody knows when it connects again. */
const ttlSeconds = lostCommandDays * 24 * 3600

/** Reports a terminal lost, and tells it to lock itself where that is wanted: both or none. */
export async function lose(ctx: Context, id: string, { reason, lock }: Lost) {
  if (lock) requireRights(ctx, [{ kind: 'LOCK', args: lock }])
  const moved = await moveOne(ctx, id, { event: 'LOSE', reason, isLocking: lock !== undefined })
  if (lock) await giveOne(ctx, id, { cmd: 'LOCK', args: lock, ttlSeconds })
  return moved
}

/** Reports it found, and tells it to unlock itself where that is wanted: both or none. */
export async function find(ctx: Context, id: string, { to, reason, unlock }: Found) {
  if (unlock) requireRights(ctx, [{ kind: 'UNLOCK', args: {} }])
  if (unlock && to === 'REPAIR') throw new Refusal(codes.wrongState, 'life.not.unlockedInRepair')
  const moved = await moveOne(ctx, id, { event: 'FIND', to, reason })
  if (unlock) {
    await callOffLocks(ctx, id)
    await giveOne(ctx, id, { cmd: 'UNLOCK', args: {}, ttlSeconds })
  }
  return moved
}

/** A lock that the terminal has not heard of yet would come after it was unlocked. */
async function callOffLocks(ctx: Context, deviceId: string): Promise<void> {
  const { rows } = await sql<{ id: string; orgId: string }>`with off as materialized (
      select item.id from push_item item
      where item.device_id = ${deviceId} and item.cmd = 'LOCK' and ${canBeCalledOff}
      order by item.id for update)
    update push_item item set ${callOff} from off, device
    where item.id = off.id and device.id = ${deviceId} returning item.id, device.org_id`.execute(
    ctx.db,
  )
  for (const { id, orgId } of rows) ctx.changed(tasksPath(deviceId), [id], [orgId])
}
