import * as z from 'zod/mini'
import { down, up } from '../core/deviceMessage.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'
import { acknowledgement } from './acknowledgement.ts'
import { commandNames } from './command.ts'
import { attributes } from './ddi.ts'
import { reportedEventCodes, severities } from './event.ts'
import {
  accessories,
  accessPointNames,
  alarmSwitches,
  count,
  downloadRules,
  endpoint,
  epoch,
  fenceTold,
  isSmall,
  locks,
  logRules,
  obedience,
  percent,
  short,
  wirelessNetworks,
} from './messageParts.ts'
import { toldEdits, toldParams } from '../param/manifest.ts'
import { otherParts } from '../upgrade/parts.ts'
import { artifact, cancelNotice, inventory, taskNotice, taskReport } from './taskMessages.ts'
import { traceCommands } from './traceCommands.ts'
import { keyReport } from './keyMessages.ts'
import { traceChunk } from './traceMessages.ts'
import { troubleAnswer, troubleReport } from './troubleMessages.ts'

/** U-REG: first run or factory reset, on the boot topic with the enrolment token as MQTT password. */
export const registration = once(() =>
  z.object({
    /** Serial number: 5 to 32 capital letters, digits and dashes; the same as in the topic. */
    sn: short(32),
    /** Code of a known model. */
    model: short(),
    /** Code of the model's vendor. */
    vendor: short(),
    /** Version of the agent, the program that speaks this protocol. */
    agentVersion: short(32),
    /** Version of the system it runs. */
    firmware: short(),
  }),
)

/** Answer to U-REG. Only `REGISTERED` carries the credential. */
export const registrationAnswer = once(() =>
  z.object({
    /** `REGISTERED`: here is the credential. `UNCLAIMED`: nobody has claimed this serial number yet, ask again later. `REFUSED`: see `reason`. */
    result: z.enum(['REGISTERED', 'UNCLAIMED', 'REFUSED']),
    /** Why it was refused. */
    reason: z.optional(short(128)),
    /** First level of the terminal's own topics. */
    tenant: z.optional(short(32)),
    /** The terminal's own secret, base64url of 32 bytes; told once. */
    secret: secret(z.optional(short(64))),
    /** Ed25519 public key (SPKI, base64) that signs down messages. */
    serverKey: z.optional(short(128)),
    /** Interval between heartbeats until D-CFG says otherwise. */
    heartbeatSeconds: z.optional(count()),
    /** The server's clock, epoch milliseconds. */
    serverTime: epoch(),
  }),
)

/** U-ACT: asks to become active; the server answers with D-CFG. */
const activation = up('act', () =>
  z.object({
    /** `auto`: an assigned terminal may become active by itself. `code`: a person typed `code`. */
    method: z.enum(['auto', 'code']),
    /** The terminal id (TID) of the acquirer. */
    code: z.optional(short()),
  }),
)

/** U-CONN: online after connecting; the last will says offline. */
export const connectionReport = up('conn', () =>
  z.object({
    /** `online` after connecting, `offline` before leaving and as the last will. */
    s: z.enum(['online', 'offline']),
    /** Why it goes: `stop`, `off`, `reboot`, `absence`, `moved` (to another address) by itself; `lwt` in the last will. */
    r: z.optional(short(32)),
    /** Network type: `4G`, `5G`, `3G`, `2G`, `WIFI`, `ETHERNET`. */
    net: z.optional(short(16)),
    /** Version of the agent. */
    agentVersion: z.optional(short(32)),
    /** New at each start of the terminal. */
    bootId: z.optional(short(64)),
    /** Revision of D-CFG in force. */
    cfgRev: z.optional(count()),
    /** Address of the platform that it is connected to. */
    ep: z.optional(short(512)),
  }),
)

/** U-HB: the regular sign of life. */
export const heartbeat = up('hb', () =>
  z.object({
    /** Battery in percent. */
    bat: z.optional(percent()),
    /** Whether it charges. */
    chg: z.optional(z.boolean()),
    /** Network type, as in U-CONN. */
    net: z.optional(short(16)),
    /** Signal strength in percent. */
    sig: z.optional(percent()),
    /** Free storage in megabytes. */
    freeMb: z.optional(count()),
    /** Degrees Celsius. */
    temp: z.optional(z.number().check(z.minimum(-273), z.maximum(1000))),
    /** Seconds since boot. */
    up: z.optional(count()),
    /** Revision of D-CFG in force. */
    cfgRev: z.optional(count()),
    /** Address of the platform that it is connected to. */
    ep: z.optional(short(512)),
    /** Payments that it has taken, ever or since its boot: a smaller number than before begins anew. */
    pay: z.optional(count()),
    // Whoever knows the other values of an application would try short secrets on it.
    /** Of each application that has parameters, by its package, the SHA-256 of their values in lower-case hexadecimal; of a JSON document by `json:` and its code. At most 50; what is not among them any more is brought again. Empty where there are none. */
    params: secret(z.optional(toldParams())),
    /** Of each application among `params` whose values somebody has changed since they were brought: the names of these parameters, 20 at most, and 50 in all. Nobody knows which where it is left out. */
    edits: z.optional(toldEdits()),
  }),
)

/** U-INFO: hardware and system as the terminal sees them. */
export const information = up('info', () =>
  z.object({
    /** Version of the system it runs. */
    firmware: short(),
    /** Version of the agent. */
    agentVersion: short(32),
    /** Operating system with its version. */
    os: short(64),
    /** API level of its Android. */
    sdk: z.optional(z.int().check(z.minimum(1), z.maximum(1000))),
    /** Processors whose code it runs, as Android names them, the best first. */
    abis: z.optional(z.array(short(32)).check(z.maxLength(10))),
    /** Security patch level. */
    patch: z.optional(short(32)),
    /** Build of the system. */
    build: z.optional(short(128)),
    /** Revision of its hardware. */
    hw: z.optional(short(32)),
    /** Versions of its other parts `{OS, SP, KERNEL, BOOTLOGO, RESOURCE}`, as far as upgrades replace them. */
    parts: z.optional(z.partialRecord(z.enum(otherParts), short())),
    /** New at each start of the terminal. */
    bootId: z.optional(short(64)),
    /** How often it was started. */
    bootCount: z.optional(count()),
    /** Memory in megabytes. */
    ramMb: z.optional(count()),
    /** Storage in megabytes. */
    storageMb: z.optional(count()),
    /** Free storage in megabytes. */
    storageFreeMb: z.optional(count()),
    /** Width and height in pixels, `720x1280`. */
    screen: z.optional(short(16)),
    /** Capacity left of the new battery's. */
    batteryHealthPercent: z.optional(percent()),
    /** Identity of the modem. */
    imei: z.optional(short(15)),
    /** Identity of its second modem. */
    imei2: z.optional(short(15)),
    /** SIM cards in it, `{iccid, operator}`, in the order of their slots. */
    sims: z.optional(
      z.array(z.object({ iccid: short(22), operator: z.optional(short()) })).check(z.maxLength(4)),
    ),
    /** Address of the network interface. */
    mac: z.optional(short(17)),
    /** IANA name of its time zone. */
    timezone: z.optional(short()),
    /** Seconds by which its clock is ahead of the server's, as far as it has learnt that; negative: behind. */
    skewSeconds: z.optional(z.int().check(z.minimum(-2_147_483_647), z.maximum(2_147_483_647))),
    /** BCP 47 code of its language. */
    language: z.optional(short(16)),
    /** Whether someone got root rights. */
    isRooted: z.optional(z.boolean()),
    /** Whether the tamper sensor tripped. */
    isTampered: z.optional(z.boolean()),
    /** Whether it is locked, see LOCK. */
    isLocked: z.optional(z.boolean()),
    /** State of the printer. */
    printer: z.optional(z.enum(['NONE', 'OK', 'NO_PAPER', 'ERROR'])),
    /** What belongs to it beside itself `{kind, sn, model, firmware, apps}`: `PIN_PAD`, `BASE`, `PRINTER`, `SCANNER`, `DISPLAY`, `DRAWER` or `OTHER`. Empty: nothing does; left out: it does not know. */
    accessories: z.optional(accessories()),
    /** What it can do, codes of the FEATURES dictionary. */
    capabilities: z.optional(z.array(short()).check(z.maxLength(100))),
    /** What became of D-CFG. */
    settings: z.optional(obedience()),
    /** What else it says of itself, by names of its own: at most 100 texts. */
    attributes: z.optional(attributes()),
  }),
)

/** U-NET: the network it is on. */
export const network = up('net', () =>
  z.object({
    /** Network type, as in U-CONN. */
    type: short(16),
    /** Name of the mobile operator. */
    operator: z.optional(short()),
    /** The terminal's own address. */
    ip: z.optional(short(45)),
    /** Name of the wireless network. */
    ssid: z.optional(short()),
    /** Access point of the mobile network. */
    apn: z.optional(short()),
    /** Signal strength in dBm. */
    rssi: z.optional(z.int().check(z.minimum(-200), z.maximum(100))),
  }),
)

/** U-LOC: where it is (WGS-84). */
export const location = up('loc', () =>
  z.object({
    /** Degrees north. */
    lat: z.number().check(z.minimum(-90), z.maximum(90)),
    /** Degrees east. */
    lng: z.number().check(z.minimum(-180), z.maximum(180)),
    /** Radius of uncertainty in metres. */
    acc: z.optional(z.number().check(z.minimum(0), z.maximum(100_000_000))),
    /** Where the position comes from. */
    src: z.enum(['GPS', 'WIFI', 'CELL', 'IP']),
    /** When it was there, epoch milliseconds of the terminal's clock. */
    at: epoch(),
    /** On which side of the fence of D-CFG it finds itself, after the dwell. */
    fence: z.optional(z.enum(['IN', 'OUT'])),
  }),
)

/** U-EVT: something happened to the terminal that somebody may have to see to. */
const event = up('evt', () =>
  z.object({
    /** What happened. */
    code: z.enum(reportedEventCodes),
    /** How grave the terminal takes it to be; the platform's own rules decide. */
    sev: z.optional(z.enum(severities)),
    /** What belongs to it, at most 16 members: a percentage, a package, what was there before. */
    data: z.optional(
      z.record(short(32), z.unknown()).check(z.refine(isSmall, 'at most 16 plain members')),
    ),
    /** It is over: the battery is charged, there is paper again. */
    over: z.optional(z.boolean()),
    /** When it happened, epoch milliseconds of the terminal's clock. */
    at: epoch(),
    /** What happened once is told under one key, however often it is sent; without it, by the message's id. */
    dedup: z.optional(short()),
  }),
)

/** D-CMD: do this now. */
export const commandNotice = down('cmd', () =>
  z.object({
    /** The command's item: what reports name. */
    item: z.string().check(z.uuid()),
    /** What to do. */
    cmd: z.enum([...commandNames, ...traceCommands]),
    /** Arguments, see the table of commands. */
    args: z.record(z.string(), z.unknown()),
    /** File to fetch `{ticket, size, sha256, name}`, where the command brings one: as in D-TASK. */
    artifact: z.optional(artifact()),
    /** Rises when the server starts the same command over. */
    attempt: z.int(),
    /** Serial number of the terminal that is meant; stands in every dangerous command, and any other terminal refuses it. */
    sn: z.optional(short(32)),
  }),
)

/** D-ASK: how far are these commands? A terminal repeats its last report of each that it knows. */
export const stateQuery = down('ask', () =>
  z.object({
    /** Items of commands of which the server has heard nothing for long. */
    items: z.array(z.string().check(z.uuid())).check(z.minLength(1), z.maxLength(500)),
  }),
)

export type Endpoint = z.output<ReturnType<typeof endpoint>>

/** D-CFG: the agent's settings in force; kept by the broker for a terminal that returns. */
export const configuration = down(
  'cfg',
  () =>
    z.object({
      /** Rises with each change. */
      rev: z.int(),
      /** Interval between heartbeats. */
      heartbeatSeconds: z.int(),
      /** IANA zone that the terminal's clock shows; without it the terminal keeps its own. */
      timeZone: z.optional(short()),
      /** Interval between reports of the location; without it the agent decides, 0: none. */
      locationSeconds: z.optional(z.int()),
      /** Interval between U-INFO; without it the agent decides. */
      infoSeconds: z.optional(z.int()),
      /** Interval between whole lists of what is installed; without it once a day. */
      appsSeconds: z.optional(z.int()),
      /** Interval between reports of how applications are used; without it with the whole list, 0: none. */
      usageSeconds: z.optional(z.int()),
      /** Where a position may come from: `GPS`, `NETWORK` or `BOTH`; without it the agent decides. */
      locationSource: z.optional(short(8)),
      /** What to tell by U-EVT; of what is missing here the agent decides. */
      alarms: z.optional(alarmSwitches()),
      /** Restart every day, `at` in the terminal's own time and up to so many minutes later. */
      reboot: z.optional(z.object({ at: short(5), withinMinutes: z.int() })),
      /** When the terminal may be changed, `HH:MM` in its own time; over midnight where `until` is earlier. */
      maintenance: z.optional(z.object({ from: short(5), until: short(5) })),
      /** Whether the application store is shown. */
      storeVisible: z.optional(z.boolean()),
      /** Dictionaries to keep: `GET /device/v1/dictionary/{code}`, asked again at each revision with `If-None-Match`. */
      dictionaries: z.optional(z.array(short()).check(z.maxLength(50))),
      /** Package that the terminal starts with. */
      launcher: z.optional(short(128)),
      /** What of the system's own screen a user does not get at. */
      locks: z.optional(locks()),
      /** Whether packages may be installed by hand. */
      sideLoad: z.optional(z.boolean()),
      /** Whether it may be debugged over USB. */
      usbDebug: z.optional(z.boolean()),
      /** The only packages that people may start; REFUSED with C402: any other one. */
      kiosk: z.optional(z.array(short(128)).check(z.maxLength(50))),
      /** `false`: SCREENSHOT is refused with C402. */
      screenshot: z.optional(z.boolean()),
      /** `NEVER`: REMOTE_START is refused with C402; `ASK`: its user must agree, whatever the command says; `ALLOWED`: as the command says. */
      remote: z.optional(short(8)),
      /** What it writes down of itself. */
      log: z.optional(logRules()),
      /** How it downloads, all files together. */
      downloads: z.optional(downloadRules()),
      /** BCP 47 code. */
      language: z.optional(short(16)),
      /** Of the screen, in percent. */
      brightness: z.optional(percent()),
      /** In percent. */
      volume: z.optional(percent()),
      /** Wireless networks to know, in place of all that it was told before. */
      wifi: z.optional(wirelessNetworks()),
      /** Names of wireless networks that it never joins; SET_WIFI of one is refused with C402. */
      wifiBlocked: z.optional(z.array(short(32)).check(z.maxLength(50))),
      /** Access points of mobile networks to know, in place of all that it was told before. */
      apns: z.optional(accessPointNames()),
      /** Where it finds the platform; without it, where it was set up to. */
      endpoints: z.optional(z.array(endpoint()).check(z.maxLength(50))),
      /** `false`: it takes no payments, as long as it is told so. */
      payments: z.optional(z.boolean()),
      /** Where it belongs; without it, anywhere. */
      fence: z.optional(fenceTold()),
    }),
  { retain: true },
)

/** D-TIME: the server's clock, sent after connecting. */
export const serverTime = down('time', () =>
  z.object({
    /** Epoch milliseconds. */
    now: epoch(),
    /** Whether this server answers up messages that ask for it by D-ACK; an older one leaves it out. */
    acks: z.optional(z.boolean()),
  }),
)

/** Every message a registered terminal may send, by the first level below `up/`. */
export const upMessages = {
  act: activation,
  conn: connectionReport,
  hb: heartbeat,
  info: information,
  net: network,
  loc: location,
  evt: event,
  apps: inventory,
  task: taskReport,
  log: traceChunk,
  tkt: troubleReport,
  key: keyReport,
} as const

/** Every message the server may send. */
export const downMessages = {
  cmd: commandNotice,
  task: taskNotice,
  cancel: cancelNotice,
  cfg: configuration,
  time: serverTime,
  ack: acknowledgement,
  ask: stateQuery,
  tkt: troubleAnswer,
} as const
