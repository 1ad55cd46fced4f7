import { codes, type ParsedOf, type Repair, type repairs, type RepairState } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, Refusal } from '../../../kit/refusal.ts'
import { moveOne } from '../life/makeMove.ts'
import { swap } from '../life/swap.ts'
import {
  announceRepair,
  clockColumns,
  findRepair,
  isNow,
  lockRepair,
  settleRepair,
  type StoredRepair,
} from './repair.queries.ts'
import {
  clockTurn,
  holderOf,
  keysInTheWay,
  mayGo,
  moveBehind,
  testInTheWay,
} from './repair.rules.ts'

type Transition = ParsedOf<(typeof repairs)['transition']>

/**
 * Brings a ticket to its next state. Where that is a move of the terminal, the terminal makes it and
 * the ticket follows (`follow.queries.ts`): both or none, whoever of two people comes first.
 */
export async function transit(ctx: Context, { params: { id, state }, body }: Transition) {
  const seen = await findRepair(ctx, id)
  requireNext(ctx, seen, state)
  const event = moveBehind(seen, state)
  if (event === null) return step(ctx, await lockRepair(ctx, id), { ...body, state })
  await moveOne(ctx, seen.deviceId, { event, reason: body.note ?? seen.ticketNo })
  return requireReached(ctx, id, state)
}

/** Ends the terminal of a ticket, which is beyond repair. */
export async function scrapTerminal(
  ctx: Context,
  id: string,
  said: { readonly reason: string; readonly keysErased: boolean },
): Promise<Repair> {
  const seen = await findRepair(ctx, id)
  requireNext(ctx, seen, 'SCRAPPED')
  await moveOne(ctx, seen.deviceId, { event: 'SCRAP', ...said })
  return requireReached(ctx, id, 'SCRAPPED')
}

/** Gives the place of a ticket's terminal to another one. */
export async function swapTerminal(
  ctx: Context,
  id: string,
  wanted: { readonly newSn: string; readonly reason: string },
): Promise<Repair> {
  const seen = await findRepair(ctx, id)
  await swap(ctx, seen.deviceId, wanted)
  return requireReached(ctx, id, 'CLOSED')
}

/** The terminal has moved; its ticket was settled by somebody else meanwhile, or has followed. */
async function requireReached(ctx: Context, id: string, state: RepairState): Promise<Repair> {
  const { state: now, version } = await lockRepair(ctx, id)
  if (now !== state) throw isNow(ctx, now)
  ctx.note({ targetIds: [id], after: { state, version } })
  return announceRepair(ctx, id)
}

function requireNext(ctx: Context, ticket: StoredRepair, to: RepairState): void {
  if (!mayGo(ticket, to)) throw isNow(ctx, ticket.state)
  const why = testInTheWay(ticket, to) ?? keysInTheWay(ticket, to)
  if (why) throw new Refusal(codes.wrongState, why)
}

type Step = Transition['body'] & { readonly state: RepairState }

async function step(ctx: Context, ticket: StoredRepair, { state, note, ...closing }: Step) {
  requireNext(ctx, ticket, state)
  const holder = holderOf(ticket, state)
  const result = closing.result ?? ticket.result
  if (state === 'CLOSED' && result === null) throw fieldRefusal('result', 'rule.required')
  const isOver = state === 'CLOSED' || state === 'CANCELLED'
  const changes = {
    state,
    heldState: state === 'ON_HOLD' ? ticket.state : null,
    ...(await clockColumns(ctx, clockTurn(ticket, state))),
    ...(holder && { holder, holderName: null }),
    ...(ticket.state === 'KEY_INJECTION' && state === 'READY' && { keysInjected: true }),
    // Each test begins anew; one that goes on after a hold does not.
    ...(state === 'TESTING' && ticket.state !== 'ON_HOLD' && { checks: '[]' }),
    ...(isOver && { closedAt: ctx.now().toISOString() }),
    ...(state === 'CLOSED' && { result, rootCause: closing.rootCause ?? ticket.rootCause }),
  }
  const { ticketNo } = ticket
  ctx.note({
    targetIds: [ticket.id],
    about: { ticketNo },
    before: { state: ticket.state },
    after: { state, ...(note && { note }) },
  })
  const event = { kind: 'STATE', before: ticket.state, after: state, text: note } as const
  return settleRepair(ctx, ticket, { changes, events: [event] })
}
