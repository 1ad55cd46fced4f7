import {
  type CheckedPart,
  clockIn,
  holderIn,
  nextRepairStates,
  type RepairClock,
  type RepairFault,
  type RepairHolder,
  type RepairStand,
  type RepairState,
  touchesKeys,
  type TextKey,
} from '@muster/contract'

export interface Ticket extends RepairStand {
  readonly fault: RepairFault
  readonly keysErased: boolean
  readonly keysInjected: boolean
}

/** States in which the terminal leaves the hands of who used it. */
const leaving: readonly RepairState[] = ['SHIPPED_TO_DEPOT', 'RECEIVED', 'RETURNED_TO_VENDOR']

/** What of its test keeps a ticket from a state; null: nothing does. What failed goes back to repair. */
export const testInTheWay = (
  { state, checks }: RepairStand & { readonly checks: readonly Pick<CheckedPart, 'outcome'>[] },
  to: RepairState,
): TextKey | null =>
  state === 'TESTING' &&
  (to === 'READY' || to === 'KEY_INJECTION') &&
  checks.some(({ outcome }) => outcome === 'FAILED')
    ? 'repair.checkFailed'
    : null

/** What of the keys keeps a ticket from a state; null: nothing does. */
export function keysInTheWay(ticket: Ticket, to: RepairState): TextKey | null {
  if (!touchesKeys(ticket.fault)) return null
  if (leaving.includes(to) && !ticket.keysErased) return 'repair.needsErasure'
  const isBack = to === 'READY' || to === 'INSTALLED'
  return isBack && !ticket.keysInjected && ticket.state !== 'KEY_INJECTION'
    ? 'repair.needsKeys'
    : null
}

export const mayGo = (ticket: RepairStand, to: RepairState): boolean =>
  nextRepairStates(ticket).includes(to)

/** The move of the terminal that a state of its ticket is; one on hold has made it before. */
export function moveBehind({ state }: RepairStand, to: RepairState): 'REPAIR' | 'RETURN' | null {
  if (state === 'ON_HOLD') return null
  if (to === 'APPROVED') return 'REPAIR'
  return to === 'INSTALLED' ? 'RETURN' : null
}

/** What becomes of the clock: it stands and goes on with a hold, and another state may have another one. */
export type ClockTurn = 'HOLD' | 'RESUME' | 'KEEP' | 'STOP' | RepairClock

export function clockTurn({ state }: RepairStand, to: RepairState): ClockTurn {
  if (to === 'ON_HOLD') return 'HOLD'
  if (state === 'ON_HOLD') return 'RESUME'
  const clock = clockIn(to)
  if (clock === null) return 'STOP'
  return clock === clockIn(state) ? 'KEEP' : clock
}

/** Who has the terminal in a state; null: whoever had it. */
export const holderOf = ({ state }: RepairStand, to: RepairState): RepairHolder | null =>
  state === 'ON_HOLD' ? null : (holderIn[to] ?? null)
