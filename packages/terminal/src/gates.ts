import type { DeferReason, TaskOptions, TaskWindow } from '@muster/contract/protocol'

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

const days = ['Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat', 'Sun']
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

/** A window that goes over midnight belongs to the day on which it begins. */
export function isOpen(
  { d = [], f, t }: TaskWindow,
  { now, timeZone }: Pick<Circumstances, 'now' | 'timeZone'>,
): boolean {
  const format = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    weekday: 'short',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  })
  const parts = new Map(format.formatToParts(now).map(({ type, value }) => [type, value]))
  const time = `${parts.get('hour')}:${parts.get('minute')}`
  const day = days.indexOf(parts.get('weekday') ?? '') + 1
  const isOf = (one: number) => d.length === 0 || d.includes(one)
  if (f <= t) return isOf(day) && f <= time && time < t
  return (isOf(day) && f <= time) || (isOf(day === 1 ? 7 : day - 1) && time < t)
}
