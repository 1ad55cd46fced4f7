import type { ItemState, PushKind } from '@muster/contract'

/** Of a hundred terminals so many end so; what is left has succeeded. */
export interface Ending {
  readonly share: number
  readonly state: ItemState
  readonly code: string | null
}

export interface PushPlan {
  readonly title: string
  readonly kind: PushKind
  /** Of commands; of an application its version says them. */
  readonly args?: object
  readonly app?: { readonly package: string; readonly code: number }
  readonly org: 'tigris' | 'marsh'
  /** Each so many of its terminals. */
  readonly every: number
  readonly days: number
  readonly endings: readonly Ending[]
  /** Days that it is worth delivering. */
  readonly ttlDays: number
  /** The run of a task that comes again and again. */
  readonly isRun?: true
}

const expired: Ending = { share: 3, state: 'EXPIRED', code: 'S601' }
const silent: Ending = { share: 2, state: 'TIMEOUT', code: 'C406' }
const run = { kind: 'SYNC', org: 'tigris', every: 3, ttlDays: 1, isRun: true } as const

/** What the demo's people have asked of its terminals within a month; all of it has ended. */
export const pushPlans: readonly PushPlan[] = [
  {
    title: 'Tigris Pay 2.0.0',
    kind: 'APP_INSTALL',
    app: { package: 'iq.tigris.pay', code: 200 },
    org: 'tigris',
    every: 1,
    days: 27,
    endings: [],
    ttlDays: 7,
  },
  {
    title: 'Marsh Wallet 3.0',
    kind: 'APP_INSTALL',
    app: { package: 'iq.marsh.wallet', code: 300 },
    org: 'marsh',
    every: 1,
    days: 24,
    endings: [],
    ttlDays: 7,
  },
  {
    title: 'Loyalty at each fourth till',
    kind: 'APP_INSTALL',
    app: { package: 'iq.tigris.loyalty', code: 140 },
    org: 'tigris',
    every: 4,
    days: 22,
    endings: [],
    ttlDays: 7,
  },
  {
    title: 'Restart after the network was changed',
    kind: 'REBOOT',
    args: { delay: 0 },
    org: 'marsh',
    every: 1,
    days: 19,
    endings: [expired, silent, { share: 4, state: 'FAILED', code: 'C404' }],
    ttlDays: 2,
  },
  {
    title: 'Tigris Pay 2.1.0',
    kind: 'APP_INSTALL',
    app: { package: 'iq.tigris.pay', code: 210 },
    org: 'tigris',
    every: 1,
    days: 14,
    endings: [
      { share: 100, state: 'FAILED', code: 'D107' },
      { share: 100, state: 'FAILED', code: 'I215' },
    ],
    ttlDays: 7,
  },
  {
    title: 'Opening hours in the holidays',
    kind: 'MESSAGE',
    args: {
      title: 'Holidays',
      text: 'The service desk is open from 10 to 14 until Sunday.',
      mustRead: true,
      seconds: 0,
    },
    org: 'tigris',
    every: 1,
    days: 9,
    endings: [expired],
    ttlDays: 3,
  },
  {
    title: 'Printers looked at',
    kind: 'SELF_TEST',
    args: { items: ['PRINTER', 'ICC', 'NFC'] },
    org: 'marsh',
    every: 2,
    days: 6,
    endings: [silent, { share: 3, state: 'REFUSED', code: 'C402' }],
    ttlDays: 1,
  },
  { ...run, title: 'Daily report', days: 3, endings: [expired] },
  { ...run, title: 'Daily report', days: 2, endings: [] },
  { ...run, title: 'Daily report', days: 1, endings: [silent] },
]

/** Arguments of a run, and of the task that it comes from. */
export const runArgs = { info: true, net: true, location: false, apps: true, keys: false }
