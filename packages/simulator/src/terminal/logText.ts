import type { LogKind } from '@muster/contract'
import type { Chance } from '../chance.ts'

/** As Android names the gravity of a line. */
export type Letter = 'D' | 'I' | 'W' | 'E' | 'F'

/** Who writes lines of each kind, and in which process. */
const writers: Readonly<Record<LogKind, readonly [tag: string, pid: number]>> = {
  SYSTEM: ['SystemServer', 1180],
  AGENT: ['MusterAgent', 2204],
  APP: ['PackageManager', 1180],
  KERNEL: ['kernel', 0],
  CRASH: ['AndroidRuntime', 3471],
  LOCATION: ['LocationManager', 1180],
  NETWORK: ['ConnectivityService', 1180],
}

export interface Written {
  /** Epoch milliseconds of the terminal's clock. */
  readonly at: number
  readonly kind: LogKind
  readonly letter: Letter
  readonly tag?: string
  readonly text: string
}

const padded = (value: number, length: number) => String(value).padStart(length, ' ')

/** A line as logcat writes it with the year: `2026-11-26 10:02:46.123  1180  1193 I Tag: text`. */
export function logLine({ at, kind, letter, tag, text }: Written): string {
  const [usual, pid] = writers[kind]
  const moment = new Date(at).toISOString().replace('T', ' ').replace('Z', '')
  return `${moment} ${padded(pid, 5)} ${padded(pid + 13, 5)} ${letter} ${tag ?? usual}: ${text}`
}

type Fault = readonly [thrown: string, says: string]

const faults: readonly [Fault, ...Fault[]] = [
  [
    'java.lang.NullPointerException',
    "Attempt to invoke virtual method 'void PinPad.close()' on a null object reference",
  ],
  ['java.lang.IllegalStateException', 'Transaction 1412 is not open'],
  ['java.util.ConcurrentModificationException', 'null'],
  ['android.database.sqlite.SQLiteFullException', 'database or disk is full (code 13)'],
]

const frames = [
  'pay.Checkout.settle(Checkout.java:214)',
  'pay.Receipt.print(Receipt.java:88)',
  'pay.ui.PaymentActivity.onResult(PaymentActivity.java:167)',
  'net.HostLink.read(HostLink.java:402)',
  'print.Spooler.run(Spooler.java:59)',
] as const

/** What the system writes of a crash: whose it was, what was thrown, and where. */
export function crashTexts(chance: Chance, package_: string): readonly string[] {
  const [thrown, says] = chance.pick(faults)
  const at = chance.whole([0, frames.length - 3])
  return [
    'FATAL EXCEPTION: main',
    `Process: ${package_}, PID: ${chance.whole([3000, 9000])}`,
    `${thrown}: ${says}`,
    ...frames.slice(at, at + 3).map((frame) => `\tat ${package_}.${frame}`),
    '\tat android.os.Handler.dispatchMessage(Handler.java:106)',
    '\tat android.os.Looper.loop(Looper.java:288)',
    '\tat android.app.ActivityThread.main(ActivityThread.java:7898)',
  ]
}

/** What the system writes of an application that does not answer. */
export function hangTexts(chance: Chance, package_: string): readonly string[] {
  const waited = chance.whole([5000, 9000])
  return [
    `ANR in ${package_} (${package_}/.ui.PaymentActivity)`,
    `PID: ${chance.whole([3000, 9000])}`,
    `Reason: Input dispatching timed out (Waited ${waited}ms for MotionEvent)`,
    `Load: ${chance.whole([4, 19])}.${chance.whole([10, 99])} / 8.21 / 5.02`,
    `CPU usage from 0ms to ${waited}ms later:`,
    `  ${chance.whole([40, 97])}% ${package_}: ${chance.whole([20, 39])}% user + 12% kernel`,
    '  "main" prio=5 tid=1 Blocked',
    `    at ${package_}.${chance.pick(frames)}`,
  ]
}

type Chat = readonly [kind: LogKind, letter: Letter, tag: string, text: string]

const chatter: readonly [Chat, ...Chat[]] = [
  ['SYSTEM', 'D', 'PowerManagerService', 'userActivityNoUpdateLocked: event=other, flags=0x1'],
  ['SYSTEM', 'D', 'BatteryService', 'level unchanged, health=2'],
  ['SYSTEM', 'I', 'ActivityManager', 'Background trim: 14 processes kept'],
  ['SYSTEM', 'W', 'AlarmManager', 'Alarm delivered 312 ms late'],
  ['APP', 'D', 'com.example.pay', 'heartbeat of the host link: 41 ms'],
  ['APP', 'I', 'com.example.pay', 'batch is open, 17 transactions'],
  ['APP', 'D', 'com.example.pay', 'GC freed 2114K, 41% free'],
  ['KERNEL', 'I', 'kernel', '[12873.442] usb 1-1: reset high-speed USB device number 2'],
  ['KERNEL', 'W', 'kernel', '[12901.117] thermal zone1: 61 C'],
  ['NETWORK', 'D', 'WifiStateMachine', 'rssi poll: -58 dBm, link 144 Mbps'],
]

/** Milliseconds between two lines that mean nothing. */
const everyMs = 2_000

/** What a terminal writes down when nothing happens; the same for the same seconds. */
export function* chatterBetween(
  seed: (at: number) => Chance,
  { from, to }: { readonly from: number; readonly to: number },
): Generator<Written> {
  for (let at = Math.ceil(from / everyMs) * everyMs; at < to; at += everyMs) {
    const chance = seed(at)
    const [kind, letter, tag, text] = chance.pick(chatter)
    yield { at: at + chance.whole([0, everyMs - 1]), kind, letter, tag, text }
  }
}
