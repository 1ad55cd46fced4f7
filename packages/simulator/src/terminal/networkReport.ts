import type { BodyOf } from '@muster/terminal'
import type { Chance } from '../chance.ts'
import type { Hardware } from './hardware.ts'
import type { Configuration } from './obedience.ts'

interface Network {
  readonly type: string
  /** Percent. */
  readonly signal: number
  readonly ssid: string | null
  readonly apn: string
}

/** What U-NET says of the network that a terminal is on. */
export function networkReport({ type, signal, ssid, apn }: Network, drawn: Chance): BodyOf<'net'> {
  const ip = `10.${drawn.whole([0, 255])}.${drawn.whole([0, 255])}.${drawn.whole([1, 254])}`
  const rssi = Math.round(-113 + signal * 0.62)
  if (type === 'ETHERNET') return { type, ip }
  if (type === 'WIFI') return { type, ip, rssi, ...(ssid !== null && { ssid }) }
  return { type, ip, rssi, operator: drawn.pick(['Tigris', 'Euphrates']), apn }
}

type Source = BodyOf<'loc'>['src']

/** Metres by which a position may be wrong. */
const accuracies = { GPS: 12, WIFI: 60, CELL: 800, IP: 5000 } as const satisfies Record<
  Source,
  number
>

/** What U-LOC says of where it is. */
export function locationReport(
  { latitude, longitude }: Pick<Hardware, 'latitude' | 'longitude'>,
  src: Source,
  at: number,
): BodyOf<'loc'> {
  const [lat, lng] = [Number(latitude.toFixed(6)), Number(longitude.toFixed(6))]
  return { lat, lng, acc: accuracies[src], src, at }
}

/** Where a position comes from: what is about, as far as D-CFG lets it. */
export function positionSource(
  network: string,
  { locationSource = 'BOTH' }: Configuration,
): Source {
  if (locationSource === 'GPS') return 'GPS'
  if (network === 'WIFI') return 'WIFI'
  return locationSource === 'NETWORK' ? 'CELL' : 'GPS'
}
