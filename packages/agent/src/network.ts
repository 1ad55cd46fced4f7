import { existsSync } from 'node:fs'
import { networkInterfaces } from 'node:os'
import { join } from 'node:path'
import { readText } from './disk.ts'

/** The network that the machine's default route leads to. */
export interface Network {
  readonly type: string
  readonly mac: string | undefined
  readonly ip: string | undefined
  /** In dBm and in percent. */
  readonly rssi: number | undefined
  readonly signal: number | undefined
}

/** What the kernel tells of the interface of the default route. */
export function readNetwork(root: string): Network {
  const name = defaultInterface(root)
  if (name === null)
    return { type: 'ETHERNET', mac: undefined, ip: undefined, rssi: undefined, signal: undefined }
  const folder = join(root, 'sys/class/net', name)
  const isWireless = existsSync(join(folder, 'wireless')) || existsSync(join(folder, 'phy80211'))
  const isMobile = /^DEVTYPE=wwan$/m.test(readText(join(folder, 'uevent')) ?? '')
  const mac = readText(join(folder, 'address'))?.trim()
  const rssi = isWireless ? strength(root, name) : undefined
  const own = networkInterfaces()[name]?.find(({ internal }) => !internal)
  return {
    type: isWireless ? 'WIFI' : isMobile ? '4G' : 'ETHERNET',
    mac: mac && /^[0-9a-f:]{17}$/i.test(mac) ? mac : undefined,
    ip: own?.address.slice(0, 45),
    rssi,
    // -100 dBm and less is nothing, -50 and more is all.
    signal: rssi === undefined ? undefined : Math.min(100, Math.max(0, 2 * (rssi + 100))),
  }
}

/** The route to everywhere that costs least. */
function defaultInterface(root: string): string | null {
  const routes = (readText(join(root, 'proc/net/route')) ?? '')
    .split('\n')
    .slice(1)
    .map((line) => line.split('\t'))
    .filter(([, destination]) => destination === '00000000')
    .toSorted((one, other) => Number(one[6]) - Number(other[6]))
  const [[name] = []] = routes
  return name && /^[\w.:-]+$/.test(name) ? name : null
}

function strength(root: string, name: string): number | undefined {
  const line = (readText(join(root, 'proc/net/wireless')) ?? '')
    .split('\n')
    .find((text) => text.trim().startsWith(`${name}:`))
  const [, , , level] = line?.trim().split(/\s+/) ?? []
  const dbm = Math.round(Number.parseFloat(level ?? ''))
  return dbm < 0 && dbm >= -200 ? dbm : undefined
}
