import { codes, type CommandName, type CommandRequest } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'
import { parameter } from '../../system/parameter/index.ts'
import { tasksPath } from '../paths.ts'
import { refusingGate } from '../why/gates.rules.ts'
import { type FoundDevice, holdDevices, insertDueItems } from './command.queries.ts'

/** Why a terminal cannot be given a command; null: it can. */
export function refusalOf(device: FoundDevice, cmd: CommandName): Refusal | null {
  const closed = refusingGate(device, cmd)
  if (!closed) return null
  return new Refusal(closed.gate === 'QUEUE' ? codes.tooManyRequests : codes.wrongState, closed.key)
}

/**
 * Gives each of some terminals a command, and names those that may not take it. What is given is due
 * at once: the publisher sends it by hundreds, without a message in the outbox for each.
 */
export async function giveAll(ctx: Context, ids: readonly string[], request: CommandRequest) {
  const found = await holdDevices(ctx, ids)
  if (found.length < new Set(ids).size) throw notFound()
  const given: FoundDevice[] = []
  const refused: { id: string; name: string; reason: string }[] = []
  for (const device of found) {
    const refusal = refusalOf(device, request.cmd)
    if (refusal) {
      const reason = translate(ctx.language, refusal.key)
      refused.push({ id: device.id, name: device.sn, reason })
    } else given.push(device)
  }
  if (given.length > 0) await give(ctx, given, request)
  return { count: given.length, refused }
}

async function give(ctx: Context, to: readonly FoundDevice[], request: CommandRequest) {
  const orgs = new Map(to.map(({ id, orgId }) => [id, orgId]))
  const deviceIds = [...orgs.keys()]
  const times = await timesOf(ctx, request)
  for (const { id, deviceId } of await insertDueItems(ctx, { deviceIds, request, ...times }))
    ctx.changed(tasksPath(deviceId), [id], [orgs.get(deviceId) ?? ''])
  const { cmd, args } = request
  const rows = to.map(({ id, sn, version }) => ({ id, sn, version }))
  ctx.note({ targetIds: deviceIds, rows, after: { cmd, args } })
}

/** From when on a command waits, and until when it is worth delivering. */
export async function timesOf(ctx: Context, { ttlSeconds }: CommandRequest) {
  const queuedAt = ctx.now()
  const seconds = ttlSeconds ?? (await parameter(ctx.db, 'task.default.ttl.hours')) * 3600
  return { queuedAt, expiresAt: new Date(queuedAt.getTime() + seconds * 1000) }
}
