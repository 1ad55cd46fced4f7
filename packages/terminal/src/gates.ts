import {
  type DeferReason,
  leaptOver,
  type TaskOptions,
  type TaskWindow,
  type WallClock,
} from '@muster/contract/protocol'

/** What a terminal knows of itself when it asks whether it may go on. */
export interface Circumstances {
  /** Epoch milliseconds. */
  readonly now: number
  readonly timeZone: string
  readonly battery: number
  readonly isCharging: boolean
  readonly network: string
  /** Somebody is using it. */
  readonly isBusy: boolean
}

/** Whether a network costs nothing by the byte. */
export const isUnmetered = (network = ''): boolean => network === 'WIFI' || network === 'ETHERNET'

/** Whether it must not download now: by its task, or by what holds for all downloads. */
export const waitsForWifi = (
  { wifiOnly = false }: Pick<TaskOptions, 'wifiOnly'>,
  { network }: Pick<Circumstances, 'network'>,
) => wifiOnly && !isUnmetered(network)

/** Whether the options no longer wait but for Wi-Fi and battery. */
export const isForced = ({ force = false, deadline }: TaskOptions, now: number): boolean =>
  force || (deadline !== undefined && deadline <= now)

/** Why it must not install now; null: nothing is in the way but what its user says. */
export function waitsFor(options: TaskOptions, now: Circumstances): DeferReason | null {
  const { minBat = 0, charger = false, idle = false, win = [] } = options
  if (!now.isCharging && now.battery < minBat) return 'BATTERY'
  if (isForced(options, now.now)) return null
  if (win.length > 0 && !win.some((window) => isOpen(window, now))) return 'WINDOW'
  if (charger && !now.isCharging) return 'CHARGER'
  return idle && now.isBusy ? 'IDLE' : null
}

/**
 * Whether the clocks where a terminal is show hours of a window. Hours that the clocks leap over come as
 * soon as they have leapt: who may install in these alone would else never do so.
 */
export function isOpen(
  window: TaskWindow,
  { now, timeZone }: Pick<Circumstances, 'now' | 'timeZone'>,
): boolean {
  const clock = clockOf(timeZone)
  const missed = leaptOver(clock, now)
  return isWithin(window, clock(now)) || (missed !== null && isWithin(window, missed))
}

function clockOf(timeZone: string): WallClock {
  const two = '2-digit'
  const format = new Intl.DateTimeFormat('sv-SE', {
    timeZone,
    year: 'numeric',
    month: two,
    day: two,
    hour: two,
    minute: two,
  })
  return (at) => Date.parse(`${format.format(at).replace(' ', 'T')}Z`)
}

/** A window that goes over midnight belongs to the day on which it begins. */
function isWithin({ d = [], f, t }: TaskWindow, shown: number): boolean {
  const date = new Date(shown)
  const time = date.toISOString().slice(11, 16)
  const day = date.getUTCDay() || 7
  const isOf = (one: number) => d.length === 0 || d.includes(one)
  if (f <= t) return isOf(day) && f <= time && time < t
  return (isOf(day) && f <= time) || (isOf(day === 1 ? 7 : day - 1) && time < t)
}
