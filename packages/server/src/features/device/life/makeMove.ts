import { devicesPath, lifeMove, type LifeEvent, type TextKey } from '@muster/contract'
import { codes } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { Refusal } from '../../../kit/refusal.ts'
import type { Undo } from '../../../platform/actionNote.ts'
import { translate } from '../../../platform/texts.ts'
import { noteEvents } from '../event/noteEvents.ts'
import { settingsPath, tasksPath } from '../paths.ts'
import { followMoves } from '../repair/follow.queries.ts'
import {
  cancelItems,
  type HeldDevice,
  holdDevices,
  noteMoves,
  setLifecycle,
  type Written,
} from './life.queries.ts'
import { returnsTo, whyNotMove } from './life.rules.ts'

export interface Asked {
  readonly event: LifeEvent
  readonly reason?: string | undefined
  /** Where there is a choice. */
  readonly to?: string
  /** They are locked with it. */
  readonly isLocking?: boolean
  /** Of SCRAP: the caller says that their keys are erased. */
  readonly keysErased?: boolean
}

interface Parted {
  readonly may: readonly HeldDevice[]
  readonly refused: readonly { readonly id: string; readonly name: string; readonly why: TextKey }[]
}

/** Holds terminals and parts them into those that may make a move and the others. */
export async function part(
  ctx: Context,
  ids: readonly string[],
  { event, keysErased = false }: Pick<Asked, 'event' | 'keysErased'>,
): Promise<Parted> {
  const held = await holdDevices(ctx, ids)
  const now = ctx.now()
  const judged = held.map((device) => ({
    device,
    why: whyNotMove(device, event, { now, keysErased }),
  }))
  return {
    may: judged.flatMap(({ device, why }) => (why === null ? [device] : [])),
    refused: judged.flatMap(({ device: { id, sn: name }, why }) =>
      why === null ? [] : [{ id, name, why }],
    ),
  }
}

/** Those that stayed as they are, in the words of the caller. */
export const told = (ctx: Context, { refused }: Parted) =>
  refused.map(({ id, name, why }) => ({ id, name, reason: translate(ctx.language, why) }))

/** Makes a move with each of some terminals that may, and names the others. */
export async function moveMany(ctx: Context, ids: readonly string[], asked: Asked) {
  const parted = await part(ctx, ids, asked)
  if (parted.may.length > 0) await make(ctx, parted.may, asked)
  return { count: parted.may.length, refused: told(ctx, parted) }
}

/** Makes a move with one terminal, or refuses with the reason. */
export async function moveOne(ctx: Context, id: string, asked: Asked): Promise<{ count: number }> {
  const { may, refused } = await part(ctx, [id], asked)
  requireNone(refused)
  const back = asked.event === 'RETURN' ? may.map((device) => ({ to: returnsTo(device) })) : []
  await make(ctx, may, { ...asked, ...back[0] })
  return { count: 1 }
}

export function requireNone([first]: Parted['refused']): void {
  if (first) throw new Refusal(codes.wrongState, first.why)
}

async function make(ctx: Context, devices: readonly HeldDevice[], asked: Asked): Promise<void> {
  const { event, isLocking = false } = asked
  const reason = asked.reason || null
  const { to } = lifeMove(event)
  const target = asked.to ?? (to === 'same' ? undefined : to[0])
  if (target === undefined) throw new Error(`${event} leads nowhere`)
  const ids = devices.map(({ id }) => id)
  const written = await setLifecycle(ctx, ids, target)
  await noteMoves(
    ctx,
    devices.map(({ id: deviceId, lifecycle: from, isWiped }) => {
      const move = { deviceId, event, from, to: target, reason, isLocking }
      return event === 'SCRAP' ? { ...move, keysErased: isWiped ? 'WIPED' : 'CONFIRMED' } : move
    }),
  )
  await followMoves(ctx, devices, { event, to: target, reason })
  await endItems(ctx, devices, target)
  if (target === 'LOST') {
    const here = devices.filter(({ isOnline }) => isOnline)
    await noteEvents(
      ctx,
      here.map(({ id }) => ({ deviceId: id, code: 'LOST_CONTACT' })),
    )
  }
  announce(ctx, written)
  const after = { lifecycle: target, ...(reason === null ? {} : { reason }) }
  const [only] = devices.length === 1 ? devices : []
  const before = only && { before: { lifecycle: only.lifecycle } }
  ctx.note({ targetIds: ids, rows: rowsOf(written), ...before, after })
}

export const rowsOf = <W extends Written>(
  written: readonly W[],
  undoOf: (one: W) => Undo | undefined = () => undefined,
) =>
  written.map((one) => {
    const { id, sn, version } = one
    const undo = undoOf(one)
    return { id, sn, version, ...(undo && { undo }) }
  })

/** Ends the commands that the new state does not permit. */
export async function endItems(
  ctx: Context,
  devices: readonly Pick<HeldDevice, 'id' | 'orgId'>[],
  lifecycle: string,
): Promise<void> {
  const orgs = new Map(devices.map(({ id, orgId }) => [id, orgId]))
  for (const { id, deviceId } of await cancelItems(ctx, [...orgs.keys()], lifecycle))
    ctx.changed(tasksPath(deviceId), [id], [orgs.get(deviceId) ?? ''])
}

/** Consoles show them anew; their gateway lets those go that may not connect, and tells the others. */
export function announce(ctx: Context, written: readonly Written[], before?: string): void {
  for (const { id, orgId } of written) {
    ctx.changed(devicesPath, [id], before === undefined ? [orgId] : [orgId, before])
    ctx.changed(settingsPath, [id], [orgId])
  }
}
