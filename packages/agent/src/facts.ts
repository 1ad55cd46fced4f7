import { createHash } from 'node:crypto'
import { readdirSync, realpathSync, statfsSync } from 'node:fs'
import { join } from 'node:path'
import type { BodyOf } from '@muster/terminal'
import { readText } from './disk.ts'
import { readNetwork } from './network.ts'

/** What the machine is, as its kernel and its firmware tell; `root` is `/`. */
export interface Machine {
  readonly sn: string
  readonly vendor: string
  readonly model: string
  readonly firmware: string
}

const megabyte = 1_048_576

/** The first of some files that says something, in one line. */
function line(root: string, ...paths: readonly string[]): string | undefined {
  for (const path of paths) {
    const text = readText(join(root, path))?.replaceAll('\0', ' ').trim()
    if (text) return text
  }
  return undefined
}

const count = (root: string, path: string): number | undefined => {
  const text = line(root, path)
  const number = Number(text)
  return text !== undefined && Number.isFinite(number) ? number : undefined
}

function folders(path: string): readonly string[] {
  try {
    return readdirSync(path)
      .toSorted()
      .map((name) => join(path, name))
  } catch {
    return []
  }
}

/** As a code of the platform may be written. */
const asCode = (text: string): string =>
  text
    .normalize('NFKD')
    .replace(/[^A-Za-z0-9._-]+/g, '-')
    .replace(/^-+|-+$/g, '')
    .slice(0, 64)

/** Who the machine is; where its firmware is silent, a machine of no name. */
export function readMachine(root: string): Machine {
  const id = line(
    root,
    'etc/machine-id',
    'var/lib/dbus/machine-id',
    'proc/sys/kernel/random/boot_id',
  )
  const digest = createHash('sha256').update(`muster ${id}`).digest('hex')
  const dmi = 'sys/class/dmi/id'
  const board = line(root, 'proc/device-tree/model')
  const model = line(root, `${dmi}/product_name`) ?? board ?? 'LINUX'
  const vendor = line(root, `${dmi}/sys_vendor`) ?? board?.split(' ')[0] ?? 'GENERIC'
  return {
    // The same at each start, and no secret: nobody finds the machine's id by it.
    sn: `LINUX-${digest.slice(0, 12).toUpperCase()}`,
    vendor: asCode(vendor) || 'GENERIC',
    model: asCode(model) || 'LINUX',
    firmware: (line(root, 'proc/sys/kernel/osrelease') ?? 'unknown').slice(0, 64),
  }
}

/** New at each start of the machine. */
export const readBootId = (root: string): string =>
  (line(root, 'proc/sys/kernel/random/boot_id') ?? 'unknown').slice(0, 64)

function memoryMb(root: string): number | undefined {
  const [, kilobytes] =
    /^MemTotal:\s+(\d+) kB/m.exec(readText(join(root, 'proc/meminfo')) ?? '') ?? []
  return kilobytes === undefined ? undefined : Math.round(Number(kilobytes) / 1024)
}

/** The disk that holds the state, in megabytes. */
function readStorage(folder: string): { readonly total: number; readonly free: number } | null {
  try {
    const { blocks, bavail, bsize } = statfsSync(folder)
    const megabytes = (parts: number) => Math.floor((parts * bsize) / megabyte)
    return { total: megabytes(blocks), free: megabytes(bavail) }
  } catch {
    return null
  }
}

/** Free megabytes of the disk that holds the state; undefined: nobody can tell. */
export const freeMegabytes = (state: string): number | undefined => readStorage(state)?.free

export interface Battery {
  readonly percent: number
  readonly isCharging: boolean
  readonly healthPercent: number | undefined
}

/** Null: it has none. */
export function readBattery(root: string): Battery | null {
  for (const folder of folders(join(root, 'sys/class/power_supply'))) {
    // The battery of a mouse is another one's.
    if (line(folder, 'type') !== 'Battery' || line(folder, 'scope') === 'Device') continue
    const percent = count(folder, 'capacity')
    if (percent === undefined) continue
    const full = count(folder, 'energy_full') ?? count(folder, 'charge_full')
    const made = count(folder, 'energy_full_design') ?? count(folder, 'charge_full_design')
    const health = full && made ? Math.min(100, Math.round((100 * full) / made)) : undefined
    const isCharging = ['Charging', 'Full', 'Not charging'].includes(line(folder, 'status') ?? '')
    return {
      percent: Math.min(100, Math.max(0, Math.round(percent))),
      isCharging,
      healthPercent: health,
    }
  }
  return null
}

/** Degrees Celsius of its hottest zone. */
function temperature(root: string): number | undefined {
  const zones = folders(join(root, 'sys/class/thermal'))
    .map((zone) => count(zone, 'temp'))
    .filter((milli) => milli !== undefined)
  return zones.length > 0 ? Math.max(...zones) / 1000 : undefined
}

/** Members that are known. */
function known<V>(members: Readonly<Record<string, V | undefined>>): Record<string, V> {
  const found = Object.entries(members).flatMap(([name, value]): [string, V][] =>
    value === undefined ? [] : [[name, value]],
  )
  return Object.fromEntries(found)
}

const osName = (root: string): string => {
  const [, name] =
    /^PRETTY_NAME="?([^"\n]+)"?/m.exec(readText(join(root, 'etc/os-release')) ?? '') ?? []
  return (name ?? 'Linux').slice(0, 64)
}

function timeZone(root: string): string | undefined {
  try {
    const [, zone] = /zoneinfo\/(.+)$/.exec(realpathSync(join(root, 'etc/localtime'))) ?? []
    return zone
  } catch {
    return Intl.DateTimeFormat().resolvedOptions().timeZone
  }
}

export interface Place {
  readonly root: string
  readonly state: string
  readonly agentVersion: string
  readonly skewSeconds: number
}

/** U-INFO. */
export function readInformation({ root, state, agentVersion, skewSeconds }: Place): BodyOf<'info'> {
  const storage = readStorage(state)
  const { mac } = readNetwork(root)
  return {
    firmware: readMachine(root).firmware,
    agentVersion,
    os: osName(root),
    bootId: readBootId(root),
    skewSeconds,
    ...known({
      build: line(root, 'proc/sys/kernel/version')?.slice(0, 128),
      ramMb: memoryMb(root),
      storageMb: storage?.total,
      storageFreeMb: storage?.free,
      batteryHealthPercent: readBattery(root)?.healthPercent,
      mac,
      timezone: timeZone(root),
      language: /^[a-z]{2,3}/.exec(process.env['LANG'] ?? '')?.[0],
    }),
  }
}

/** U-HB, as far as the machine itself tells it. */
export function readBeat({ root, state }: Pick<Place, 'root' | 'state'>): BodyOf<'hb'> {
  const battery = readBattery(root)
  const { type, signal } = readNetwork(root)
  const [seconds] = (line(root, 'proc/uptime') ?? '').split(' ')
  return known({
    bat: battery?.percent,
    chg: battery?.isCharging,
    net: type,
    sig: signal,
    freeMb: freeMegabytes(state),
    temp: temperature(root),
    up: seconds ? Math.floor(Number(seconds)) : undefined,
  })
}
