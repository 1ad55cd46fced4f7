import type { Chance } from '../chance.ts'
import { cities } from './cities.ts'

const networks = ['4G', '4G', '4G', '5G', '3G', 'WIFI', 'WIFI', 'ETHERNET'] as const

/** What changes in a terminal from one heartbeat to the next. */
export interface Hardware {
  /** Percent, with its fraction. */
  readonly battery: number
  readonly isCharging: boolean
  readonly network: string
  /** Percent. */
  readonly signal: number
  /** Degrees Celsius. */
  readonly temperature: number
  readonly freeMb: number
  readonly latitude: number
  readonly longitude: number
}

/** Metres in one degree of latitude. */
const degree = 111_320

/** A terminal as it is found at first. */
export function newHardware(chance: Chance): Hardware {
  const [latitude, longitude] = chance.pick(cities)
  // Shops lie around the middle of their city, most of them near to it.
  const spread = () => ((chance.next() + chance.next() - 1) * 9000) / degree
  return {
    battery: chance.between([25, 100]),
    isCharging: chance.happens(0.25),
    network: chance.pick(networks),
    signal: chance.whole([35, 100]),
    temperature: chance.between([22, 34]),
    freeMb: chance.whole([400, 12_000]),
    latitude: latitude + spread(),
    longitude: longitude + spread(),
  }
}

export interface Passage {
  readonly seconds: number
  /** Metres it moves. */
  readonly metres: number
}

/** The same terminal some seconds later. */
export function later(hardware: Hardware, { seconds, metres }: Passage, chance: Chance): Hardware {
  const hours = seconds / 3600
  const rate = hardware.isCharging ? chance.between([35, 55]) : -chance.between([6, 14])
  const battery = clamp(hardware.battery + rate * hours, 1, 100)
  const heading = chance.between([0, 2 * Math.PI])
  const isMoved = chance.happens(0.03)
  return {
    battery,
    isCharging: isPlugged(hardware.isCharging, battery, chance),
    network: isMoved ? chance.pick(networks) : hardware.network,
    signal: Math.round(clamp(hardware.signal + chance.between([-6, 6]), 5, 100)),
    temperature: clamp(hardware.temperature + chance.between([-0.4, 0.4]), 12, 55),
    freeMb: clamp(hardware.freeMb + chance.whole([-3, 3]), 50, 32_000),
    latitude: clamp(hardware.latitude + (metres * Math.cos(heading)) / degree, -85, 85),
    longitude: hardware.longitude + (metres * Math.sin(heading)) / degree,
  }
}

/** Kilometres from where it began within which a traveller stays. */
const round = 25

export interface Way {
  /** Radians, from north to east. */
  readonly heading: number
  readonly metres: number
}

/** The same terminal some way on. */
export function driven(hardware: Hardware, { heading, metres }: Way): Hardware {
  const { latitude, longitude } = hardware
  const shrunk = Math.cos((latitude * Math.PI) / 180)
  return {
    ...hardware,
    latitude: clamp(latitude + (metres * Math.cos(heading)) / degree, -85, 85),
    longitude: longitude + (metres * Math.sin(heading)) / (degree * shrunk),
  }
}

/** The heading of the next way: on, with a turn, or back to where it began when that is far. */
export function nextHeading(
  from: Pick<Hardware, 'latitude' | 'longitude'>,
  home: Pick<Hardware, 'latitude' | 'longitude'>,
  { heading, turn }: { readonly heading: number; readonly turn: number },
): number {
  const north = (home.latitude - from.latitude) * degree
  const east =
    (home.longitude - from.longitude) * degree * Math.cos((home.latitude * Math.PI) / 180)
  return Math.hypot(north, east) > round * 1000 ? Math.atan2(east, north) : heading + turn
}

/** Someone plugs it in when it runs low, and takes it away when it is full. */
function isPlugged(isCharging: boolean, battery: number, chance: Chance): boolean {
  if (isCharging) return battery < 99 || chance.happens(0.7)
  if (battery < 12) return chance.happens(0.6)
  return chance.happens(battery < 30 ? 0.02 : 0.004)
}

const clamp = (value: number, lowest: number, highest: number) =>
  Math.min(highest, Math.max(lowest, value))
