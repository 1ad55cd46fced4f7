import { codes } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { changeApk, type LockedApk, lockApk, moveApk, wrongState } from './move.ts'
import { noteSteps } from './trail.ts'

/** Puts a version online, now or at a moment. */
export async function publish(
  ctx: Context,
  id: string,
  publishAt: string | null,
): Promise<{ count: number }> {
  const found = await lockApk(ctx, id, 'publish')
  requireEnabled(found)
  if (publishAt !== null) return plan(ctx, found, publishAt)
  await supersede(ctx, found)
  const at = ctx.now().toISOString()
  return moveApk(ctx, found, {
    moves: ['publish'],
    changes: {
      publishAt: null,
      publishedAt: at,
      publishedBy: ctx.principal.userId,
      offlineAt: null,
      greyPercent: null,
    },
  })
}

/** Terminals would not be offered it. */
function requireEnabled({ status, appStatus }: LockedApk): void {
  if (appStatus === 0) throw new Refusal(codes.wrongState, 'apk.appDisabled')
  if (status === 0) throw new Refusal(codes.wrongState, 'apk.disabled')
}

/** A moment is for what waits for it: what terminals have been offered already has begun. */
function plan(ctx: Context, found: LockedApk, publishAt: string) {
  if (found.state !== 'SIGNED') throw wrongState(found.state)
  if (Date.parse(publishAt) <= ctx.now().getTime())
    throw fieldRefusal('publishAt', 'apk.publishPast')
  return changeApk(ctx, found, { publishAt })
}

/** It is not published by itself any more. */
export async function unplan(ctx: Context, id: string): Promise<{ count: number }> {
  const found = await lockApk(ctx, id, 'publish')
  if (found.publishAt === null) throw new Refusal(codes.wrongState, 'apk.notPlanned')
  return changeApk(ctx, found, { publishAt: null })
}

/** What was online in its track gives way. */
async function supersede(ctx: Context, { appId, track }: LockedApk): Promise<void> {
  const { rows } = await sql<{ id: string }>`update apk set state = 'SUPERSEDED',
      version = version + 1, updated_at = ${ctx.now().toISOString()}, updated_by = ${ctx.principal.userId}
    where app_id = ${appId} and track = ${track} and state = 'ONLINE' and deleted_at is null
    returning id`.execute(ctx.db)
  const [before] = rows
  if (!before) return
  const states = ['ONLINE', 'SUPERSEDED']
  await noteSteps(ctx, { apkId: before.id, states, by: null })
}

/** Takes a version away from terminals. */
export async function takeOffline(
  ctx: Context,
  id: string,
  reason: string,
): Promise<{ count: number }> {
  const found = await lockApk(ctx, id, 'takeOffline')
  const changes = { offlineAt: ctx.now().toISOString(), reason, greyPercent: null }
  return moveApk(ctx, found, { moves: ['takeOffline'], changes, reason })
}
