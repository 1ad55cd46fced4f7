import * as z from 'zod/mini'
import { down, up } from '../core/deviceMessage.ts'
import { commandNames } from './command.ts'
import { reportedStates } from './taskItem.ts'

const short = (max = 64) => z.string().check(z.maxLength(max))
const percent = () => z.int().check(z.minimum(0), z.maximum(100))
/** Epoch milliseconds up to the year 9999. */
const epoch = () => z.int().check(z.minimum(0), z.maximum(253_402_300_799_999))
/** A whole number that a column of four bytes holds. */
const count = () => z.int().check(z.minimum(0), z.maximum(2_147_483_647))

/** U-REG: first run or factory reset, on the boot topic with the enrolment token as MQTT password. */
export const registration = z.object({
  sn: short(32),
  /** Code of a known model and of its vendor. */
  model: short(),
  vendor: short(),
  agentVersion: short(32),
  firmware: short(),
})

/** Answer to U-REG. Only `REGISTERED` carries the credential. */
export const registrationAnswer = z.object({
  result: z.enum(['REGISTERED', 'UNCLAIMED', 'REFUSED']),
  reason: z.optional(short(128)),
  tenant: z.optional(short(32)),
  /** The terminal's own secret, base64url of 32 bytes; told once. */
  secret: z.optional(short(64)),
  /** Ed25519 public key (SPKI, base64) that signs down messages. */
  serverKey: z.optional(short(128)),
  heartbeatSeconds: z.optional(count()),
  serverTime: epoch(),
})

/** U-ACT: asks to become active; the server answers with D-CFG. */
export const activation = up(
  'act',
  z.object({ method: z.enum(['auto', 'code']), code: z.optional(short()) }),
)

/** U-CONN: online after connecting; the last will says offline. */
export const connectionReport = up(
  'conn',
  z.object({
    s: z.enum(['online', 'offline']),
    r: z.optional(short(32)),
    net: z.optional(short(16)),
    agentVersion: z.optional(short(32)),
    bootId: z.optional(short(64)),
    cfgRev: z.optional(count()),
  }),
)

/** U-HB: the regular sign of life. */
export const heartbeat = up(
  'hb',
  z.object({
    bat: z.optional(percent()),
    chg: z.optional(z.boolean()),
    net: z.optional(short(16)),
    /** Signal strength in percent. */
    sig: z.optional(percent()),
    freeMb: z.optional(count()),
    /** Degrees Celsius. */
    temp: z.optional(z.number().check(z.minimum(-273), z.maximum(1000))),
    /** Seconds since boot. */
    up: z.optional(count()),
    cfgRev: z.optional(count()),
  }),
)

/** U-INFO: hardware and system as the terminal sees them. */
export const information = up(
  'info',
  z.object({
    firmware: short(),
    agentVersion: short(32),
    os: short(64),
    patch: z.optional(short(32)),
    build: z.optional(short(128)),
    bootId: z.optional(short(64)),
    bootCount: z.optional(count()),
    ramMb: z.optional(count()),
    storageMb: z.optional(count()),
    storageFreeMb: z.optional(count()),
    screen: z.optional(short(16)),
    batteryHealthPercent: z.optional(percent()),
    imei: z.optional(short(15)),
    mac: z.optional(short(17)),
    timezone: z.optional(short()),
    language: z.optional(short(16)),
    isRooted: z.optional(z.boolean()),
    isTampered: z.optional(z.boolean()),
    printer: z.optional(z.enum(['NONE', 'OK', 'NO_PAPER', 'ERROR'])),
    capabilities: z.optional(z.array(short()).check(z.maxLength(100))),
  }),
)

/** U-NET: the network it is on. */
export const network = up(
  'net',
  z.object({
    type: short(16),
    operator: z.optional(short()),
    ip: z.optional(short(45)),
    ssid: z.optional(short()),
    apn: z.optional(short()),
    rssi: z.optional(z.int().check(z.minimum(-200), z.maximum(100))),
  }),
)

/** U-LOC: where it is (WGS-84). */
export const location = up(
  'loc',
  z.object({
    lat: z.number().check(z.minimum(-90), z.maximum(90)),
    lng: z.number().check(z.minimum(-180), z.maximum(180)),
    /** Metres. */
    acc: z.optional(z.number().check(z.minimum(0), z.maximum(100_000_000))),
    src: z.enum(['GPS', 'WIFI', 'CELL', 'IP']),
    at: epoch(),
  }),
)

/** U-TASK: each step of a command; the topic ends in the item's id. */
export const taskReport = up(
  'task/:itemId',
  z.object({
    item: z.string().check(z.uuid()),
    state: z.enum(reportedStates),
    pct: z.optional(percent()),
    /** Error code of functional.md 3.8. */
    code: z.optional(short(8)),
    msg: z.optional(short(500)),
    at: epoch(),
    attempt: z.optional(count()),
  }),
)

/** D-CMD: do this now. */
export const commandNotice = down(
  'cmd',
  z.object({
    item: z.string().check(z.uuid()),
    cmd: z.enum(commandNames),
    args: z.record(z.string(), z.unknown()),
    attempt: z.int(),
  }),
)

/** D-CFG: the agent's settings in force; kept by the broker for a terminal that returns. */
export const configuration = {
  ...down('cfg', z.object({ rev: z.int(), heartbeatSeconds: z.int() })),
  retain: true,
}

/** D-TIME: the server's clock, sent after connecting. */
export const serverTime = down('time', z.object({ now: epoch() }))

/** Every message a registered terminal may send, by the first level below `up/`. */
export const upMessages = {
  act: activation,
  conn: connectionReport,
  hb: heartbeat,
  info: information,
  net: network,
  loc: location,
  task: taskReport,
} as const

/** Every message the server may send. */
export const downMessages = { cmd: commandNotice, cfg: configuration, time: serverTime } as const
