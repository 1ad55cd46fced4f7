import * as z from 'zod/mini'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'
import { accessKinds } from '../system/server.ts'
import { accessoryKinds, mostAccessories, mostAccessoryApps } from './accessoryKinds.ts'

// What messages between terminals and server are made of.

/** A line of text. */
export const short = (max = 64) => z.string().check(z.maxLength(max))
/** 0 to 100. */
export const percent = () => z.int().check(z.minimum(0), z.maximum(100))
/** Epoch milliseconds up to the year 9999. */
export const epoch = () => z.int().check(z.minimum(0), z.maximum(253_402_300_799_999))
/** A whole number that a column of four bytes holds. */
export const count = () => z.int().check(z.minimum(0), z.maximum(2_147_483_647))

/** A few members that hold texts, numbers and truths, nothing nested. */
export function isSmall(data: Readonly<Record<string, unknown>>): boolean {
  const values = Object.values(data)
  const isPlain = (value: unknown) =>
    value === null ||
    typeof value === 'boolean' ||
    typeof value === 'number' ||
    (typeof value === 'string' && value.length <= 256)
  return values.length <= 16 && values.every(isPlain)
}

/** Numbers, truths and texts by name: what a command has found out. */
export const isResult = (found: Readonly<Record<string, unknown>>): boolean => {
  const values = Object.values(found)
  const isPlain = (value: unknown) =>
    typeof value === 'boolean' ||
    typeof value === 'number' ||
    (typeof value === 'string' && value.length <= 4000)
  return values.length <= 32 && values.every(isPlain)
}

/** Where a terminal finds the platform. */
export const endpoint = once(() =>
  z.object({
    /** What it is for: `MQTT` this protocol, `HTTPS` calls, `DOWNLOAD` files, `REMOTE` remote sessions. */
    kind: z.enum(accessKinds),
    /** Address with its protocol. */
    url: short(512),
    /** How many of the terminals go there, in proportion to the others of its kind. */
    weight: z.int(),
    /** Where it stands, in the operator's words. */
    region: z.optional(short()),
    /** SHA-256 of the authority that its certificate must come from, hexadecimal. */
    ca: z.optional(short()),
  }),
)

const place = once(() => z.object({ lat: z.number(), lng: z.number() }))

/** The fence of its station: `center` and `radius` of a circle, else the corners of an area. */
export const fenceTold = once(() =>
  z.object({
    /** Degrees, WGS-84. */
    center: z.optional(place()),
    /** Metres. */
    radius: z.optional(z.int()),
    points: z.optional(z.array(place()).check(z.maxLength(100))),
    /** How long it must be on the other side before it counts. */
    dwellSeconds: z.int(),
    /** What it shows to people when it is outside. */
    message: z.optional(short(200)),
    /** Outside for so long it locks itself until it is inside again, showing `message`. */
    lockSeconds: z.optional(z.int()),
    /** Outside it takes no payments. */
    noPayments: z.optional(z.boolean()),
    /** When all of this holds, `HH:MM` by the clock of `tz`; without it always. Over midnight where `t` is earlier. */
    hours: z.optional(
      z.object({
        /** Days of the week on which the hours begin, 1: Monday. */
        d: z.array(z.int()).check(z.maxLength(7)),
        f: short(5),
        t: short(5),
        /** IANA zone. */
        tz: short(),
      }),
    ),
    /** The platform finds it outside, whatever it finds itself. */
    outside: z.optional(z.boolean()),
  }),
)

/** Of what a terminal tells by U-EVT; `false` or a limit of 0: not at all. */
export const alarmSwitches = once(() =>
  z.object({
    /** Percent, below which the battery is low. */
    battery: z.optional(percent()),
    /** Free megabytes, below which storage is low. */
    storage: z.optional(count()),
    /** The printer has no paper. */
    paper: z.optional(z.boolean()),
    /** The tamper sensor trips. */
    tamper: z.optional(z.boolean()),
    /** Someone gets root rights. */
    root: z.optional(z.boolean()),
    /** The SIM card is another one. */
    sim: z.optional(z.boolean()),
    /** An application crashes. */
    crash: z.optional(z.boolean()),
    /** Seconds by which its clock may be off. */
    clock: z.optional(count()),
  }),
)

/** What of the system's own screen a user does not get at. */
export const locks = once(() =>
  z.object({
    statusBar: z.optional(z.boolean()),
    home: z.optional(z.boolean()),
    recents: z.optional(z.boolean()),
  }),
)

/** Wireless networks to know. */
export const wirelessNetworks = once(() =>
  z
    .array(
      z.object({
        ssid: short(32),
        security: short(8),
        password: secret(z.optional(short())),
      }),
    )
    .check(z.maxLength(20)),
)

/** Access points of mobile networks to know. */
export const accessPointNames = once(() =>
  z
    .array(
      z.object({
        apn: short(),
        user: z.optional(short()),
        password: secret(z.optional(short())),
      }),
    )
    .check(z.maxLength(10)),
)

/** What a terminal writes down of itself. */
export const logRules = once(() =>
  z.object({
    /** `DEBUG`, `INFO`, `WARN` or `ERROR`: what is less grave is not kept. */
    level: z.optional(short(8)),
    /** Megabytes that it keeps; the oldest entries go. */
    ringMb: z.optional(count()),
  }),
)

/** How a terminal downloads; of a limit, 0 is none. */
export const downloadRules = once(() =>
  z.object({
    /** At the same time. */
    atOnce: z.optional(count()),
    /** Kilobytes a second, of all together. */
    kbps: z.optional(count()),
    /** Over Wi-Fi and Ethernet only, whatever a task says; it waits with `WIFI`. */
    wifiOnly: z.optional(z.boolean()),
    /** Megabytes a day of its own clock over other networks; then it waits as with `wifiOnly`. */
    meteredMb: z.optional(count()),
  }),
)

/** D-CFG as it stands on the terminal. */
export const obedience = once(() =>
  z.object({
    /** Its revision. */
    rev: count(),
    /** Members of it that the terminal cannot do, by their names: it lacks what they need. */
    refused: z.array(short()).check(z.maxLength(50)),
    /** Package that it started with. */
    launcher: z.optional(short(128)),
    /** What of `statusBar`, `home` and `recents` is locked. */
    locks: z.optional(z.array(short(16)).check(z.maxLength(3))),
    /** Whether packages may be installed by hand. */
    sideLoad: z.optional(z.boolean()),
    /** Whether it may be debugged over USB. */
    usbDebug: z.optional(z.boolean()),
    /** The only packages that people may start. */
    kiosk: z.optional(z.array(short(128)).check(z.maxLength(50))),
    /** Whether its screen may be seen. */
    screenshot: z.optional(z.boolean()),
    /** Whether a remote session may begin: `NEVER`, `ASK` or `ALLOWED`. */
    remote: z.optional(short(8)),
    /** How grave an entry of its log must be to be kept. */
    logLevel: z.optional(short(8)),
    /** Of the screen, in percent. */
    brightness: z.optional(percent()),
    /** In percent. */
    volume: z.optional(percent()),
    /** Names of the wireless networks that it knows. */
    wifi: z.optional(z.array(short(32)).check(z.maxLength(20))),
    /** Access points of mobile networks that it knows. */
    apns: z.optional(z.array(short()).check(z.maxLength(10))),
  }),
)

/** What belongs to a terminal beside itself. */
export const accessories = once(() =>
  z
    .array(
      z.object({
        kind: z.enum(accessoryKinds),
        /** Serial number: what it is known by, with its kind, at whichever terminal it is. */
        sn: short(32).check(z.regex(/^[A-Za-z0-9][A-Za-z0-9._/-]*$/)),
        model: z.optional(short()),
        firmware: z.optional(short()),
        /** Applications `{p, v}` on it: name and version. */
        apps: z.optional(
          z
            .array(z.object({ p: short(128), v: z.optional(short()) }))
            .check(z.maxLength(mostAccessoryApps)),
        ),
      }),
    )
    .check(z.maxLength(mostAccessories)),
)
