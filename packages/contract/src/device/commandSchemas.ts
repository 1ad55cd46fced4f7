import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { secret } from '../core/secret.ts'
import { lazy, once } from '../core/once.ts'
import { wifiSecurities } from './functional.ts'
import { keySlotPattern } from './keyKinds.ts'

const none = once(() => z.strictObject({}))

/** Name of a package, as its maker gave it. */
const packageName = () =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(128), z.regex(/^[A-Za-z0-9_.-]+$/))

/** What a terminal may be asked to test in itself. */
export const selfTests = [
  'PRINTER',
  'ICC',
  'MSR',
  'NFC',
  'BATTERY',
  'NETWORK',
  'STORAGE',
  'CLOCK',
  'TAMPER',
] as const
export type SelfTest = (typeof selfTests)[number]

/** What a test found. `ABSENT`: the terminal has no such part. */
export const testOutcomes = ['OK', 'WARNING', 'FAILED', 'ABSENT'] as const

/** What a terminal keeps logs of. */
export const logKinds = [
  'SYSTEM',
  'AGENT',
  'APP',
  'KERNEL',
  'CRASH',
  'LOCATION',
  'NETWORK',
] as const
export type LogKind = (typeof logKinds)[number]

/** What a remote session is for. */
export const remoteModes = ['VIEW', 'CONTROL'] as const

/** A command line of a vendor's list: one line, without control characters. */
export const shellCommand = () =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(128), z.regex(/^[\x20-\x7e]+$/))

/** Passwords that a terminal takes: longer ones fit into no message to it. */
const password = () => secret(f.optional(z.string().check(z.minLength(1), z.maxLength(63))))

/** What the screen of a locked terminal has room for. */
export const longestLockText = 64

/** Arguments per command. */
export const commandSchemas = lazy({
  REBOOT: () =>
    z.strictObject({
      /** Seconds that it waits before. */
      delay: z._default(z.int().check(z.minimum(0), z.maximum(3600)), 0),
    }),
  SHUTDOWN: none,
  SYNC: () =>
    z.strictObject({
      /** Sends U-INFO. */
      info: z._default(z.boolean(), true),
      /** Sends U-NET. */
      net: z._default(z.boolean(), true),
      /** Sends U-LOC. */
      location: z._default(z.boolean(), false),
      /** Sends U-APPS, the full list. */
      apps: z._default(z.boolean(), false),
      /** Sends U-KEY; REFUSED with C401: it tells of no keys. */
      keys: z._default(z.boolean(), false),
    }),
  LOCATE: none,
  MESSAGE: () =>
    z.strictObject({
      /** Shown above the text. */
      title: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
      /** What the merchant reads. */
      text: z.string().check(z.trim(), z.minLength(1), z.maxLength(256)),
      /** Stays until the merchant confirms it. */
      mustRead: z._default(z.boolean(), false),
      /** A picture that is shown with it, as the platform calls it; how it is fetched says `artifact`. */
      fileId: f.optional(f.id()),
      /** What the merchant may answer by: the result names the one that he has pressed. */
      buttons: z._default(
        z
          .array(z.string().check(z.trim(), z.minLength(1), z.maxLength(24)))
          .check(z.maxLength(3), z.refine(isEachOnce, { error: 'command.buttonTwice' })),
        [],
      ),
    }),
  LOCK: () =>
    z.strictObject({
      /** What its screen shows instead of everything else. */
      text: z.string().check(z.trim(), z.minLength(1), z.maxLength(longestLockText)),
      /** Whom to call, below the text. */
      phone: f.optional(f.phone()),
    }),
  UNLOCK: none,
  START_APP: () =>
    z.strictObject({
      /** Package to bring to the front. */
      package: packageName(),
    }),
  STOP_APP: () =>
    z.strictObject({
      /** Package to end. */
      package: packageName(),
    }),
  CLEAR_APP_DATA: () =>
    z.strictObject({
      /** Packages whose data is erased; they themselves stay. */
      packages: z.array(packageName()).check(z.minLength(1), z.maxLength(20)),
    }),
  SET_LAUNCHER: () =>
    z.strictObject({
      /** Package that it starts with; it must be installed. */
      package: packageName(),
    }),
  SET_TIME_ZONE: () =>
    z.strictObject({
      /** IANA name. */
      zone: z
        .string()
        .check(
          z.trim(),
          z.minLength(1),
          z.maxLength(64),
          z.refine(isTimeZone, { error: 'command.zoneUnknown' }),
        ),
    }),
  SET_LANGUAGE: () =>
    z.strictObject({
      /** BCP 47 code. */
      language: z
        .string()
        .check(
          z.trim(),
          z.minLength(2),
          z.maxLength(16),
          z.regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/),
        ),
    }),
  SET_WIFI: () =>
    z.strictObject({
      /** Name of the network, which it adds to those that it knows. */
      ssid: z.string().check(z.trim(), z.minLength(1), z.maxLength(32)),
      /** How the network is secured. */
      security: z.enum(wifiSecurities),
      /** Of a secured network. */
      password: password(),
    }),
  SET_APN: () =>
    z.strictObject({
      /** Access point of the mobile network, which it adds to those that it knows. */
      apn: z
        .string()
        .check(z.trim(), z.minLength(1), z.maxLength(64), z.regex(/^[A-Za-z0-9_.-]+$/)),
      /** Whom it signs in as. */
      user: f.optional(f.text(64)),
      /** What it signs in with. */
      password: password(),
    }),
  SELF_TEST: () =>
    z.strictObject({
      /** What to test. */
      items: z._default(z.array(z.enum(selfTests)).check(z.minLength(1), z.maxLength(20)), [
        ...selfTests,
      ]),
    }),
  SPEED_TEST: none,
  PUSH_FILE: () =>
    z.strictObject({
      /** The file as the platform calls it; how it is fetched says `artifact`. */
      fileId: f.id(),
      /** Where it is kept, below the folder that the agent has for files. */
      path: z
        .string()
        .check(
          z.trim(),
          z.minLength(1),
          z.maxLength(255),
          z.regex(/^(?:[A-Za-z0-9_-][A-Za-z0-9_.-]*\/)*[A-Za-z0-9_-][A-Za-z0-9_.-]*$/),
        ),
    }),
  LOG_PULL: () =>
    z
      .strictObject({
        /** Which logs. */
        types: z._default(z.array(z.enum(logKinds)).check(z.minLength(1), z.maxLength(20)), [
          ...logKinds,
        ]),
        /** Nothing from before; null: all that it has. */
        from: f.optional(f.moment()),
        /** Nothing from then on; null: up to now. */
        to: f.optional(f.moment()),
        /** Most megabytes to hand in, compressed; unpacked 20 times as many and 256 at most, in 5,000,000 lines. The oldest lines are left out. */
        maxMB: z._default(z.int().check(z.minimum(1), z.maximum(200)), 10),
      })
      .check(z.refine(isSpan, { error: 'command.fromAfterTo', path: ['to'] })),
  SCREENSHOT: none,
  CERT_UPDATE: () =>
    z.strictObject({
      /** The certificate as the platform calls it; how it is fetched says `artifact`. */
      fileId: f.id(),
    }),
  REMOTE_START: () =>
    z.strictObject({
      /** Whether its screen is only seen, or touched as well. */
      mode: z._default(z.enum(remoteModes), 'VIEW'),
      /** After so long it ends by itself. */
      minutes: z._default(z.int().check(z.minimum(1), z.maximum(240)), 15),
      /** What its user reads before he agrees. */
      reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(128)),
      /** Whether its user must agree. */
      consent: z._default(z.boolean(), true),
    }),
  RKI: () =>
    z.strictObject({
      /** Profile of the key host by which it injects. */
      profile: z
        .string()
        .check(z.trim(), z.minLength(1), z.maxLength(64), z.regex(/^[A-Za-z0-9_.-]+$/)),
      /** Where the key host is, without a name and a password: lists show it. No key passes through anybody else. */
      host: z
        .string()
        .check(z.trim(), z.maxLength(255), z.regex(/^https:\/\/[^\s/@]+(?:\/[^\s@]*)?$/)),
      /** Slots of its secure element that get a new key, named as U-KEY does. */
      slots: z
        .array(z.string().check(z.regex(keySlotPattern)))
        .check(z.minLength(1), z.maxLength(16)),
    }),
  SHELL: () =>
    z.strictObject({
      /** One of those that the vendor allows, letter by letter. */
      command: shellCommand(),
    }),
  WIPE: () =>
    z.strictObject({
      /** Leaves what is stored on its SIM cards. */
      keepSim: z._default(z.boolean(), true),
    }),
})
export type CommandName = keyof typeof commandSchemas

/** It begins before it ends, where it says both. */
function isSpan({
  from,
  to,
}: {
  readonly from: string | null
  readonly to: string | null
}): boolean {
  return from === null || to === null || Date.parse(from) < Date.parse(to)
}

function isEachOnce(labels: readonly string[]): boolean {
  return new Set(labels).size === labels.length
}

/** What the language itself knows; terminals know no others. */
function isTimeZone(zone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone: zone }).resolvedOptions().timeZone !== ''
  } catch {
    return false
  }
}
