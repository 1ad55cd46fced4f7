import {
  type CommandName,
  commandNames,
  type Gate,
  type JudgedGate,
  type JudgedWish,
  type TextKey,
  type Unsupported,
  type Wish,
} from '@muster/contract'
import { permittedIn } from '../lifecycle.rules.ts'

/** A terminal works its commands off one by one: more than these would only wait. */
export const maxOpenItems = 50

/** What a terminal must be given a command. */
export interface Giveable {
  readonly lifecycle: string
  readonly status: number
  /** Whoever asks may serve terminals in repair. */
  readonly servesDepot: boolean
  /** Commands that are not at their end, counted no further than {@link maxOpenItems}. */
  readonly openItems: number
}

/** A fence that a terminal has left. */
export interface LeftFence {
  readonly stationName: string
  readonly since: string
  /** Outside it takes no payments; that it may lock itself there is for the gate LOCK to say once it has. */
  readonly isBlocking: boolean
  /** When it holds no more, or not yet: then it blocks nothing; null: it holds always. */
  readonly until: Date | null
  readonly holds: boolean
}

/** All that the gates look at. */
export interface GateFacts extends Giveable {
  readonly isRegistered: boolean
  readonly presence: string
  readonly presenceSince: string | null
  /** A blackout day of its organisation, and its end. */
  readonly blackout: { readonly reason: string | null; readonly until: Date } | null
  /** All sending to its organisation is halted, and why. */
  readonly halt: string | null
  /** When the sender's organisation may send its next command; null: now. */
  readonly paceUntil: Date | null
  /** Commands a minute that it may send. */
  readonly perMinute: number
  readonly wantedRev: number
  readonly appliedRev: number | null
  /** Whether it is locked, and since when; null: it never was. */
  readonly lock: { readonly state: string; readonly since: string } | null
  /** Key slots in which no good key is, and when it told so. */
  readonly missingKeys: readonly string[]
  readonly keysMissingSince: string | null
  /** The fence that it is found outside of; null: it has none, or is not outside. */
  readonly left: LeftFence | null
  /** Why its model, agent or firmware does not do what a command asks for; null: nothing says so. */
  readonly unsupported: (cmd: CommandName) => Unsupported | null
  /** Whether a command waits for the end of a blackout at all. */
  readonly obeysBlackout: (cmd: CommandName) => boolean
}

interface Judged {
  readonly passes: boolean
  readonly value?: string | null
  readonly at?: string | null
  readonly until?: Date | null
}

type Judge<F> = (facts: F, cmd: CommandName | null) => Judged

/** Only who has the right to it gives anything to a terminal in this state. */
const isForDepot = (lifecycle: string): boolean => permittedIn(lifecycle).permission !== null

/** The gates that refuse a command outright; the others make it wait. */
const refusing = {
  ENABLED: ({ status }) => ({ passes: status !== 0 }),
  LIFECYCLE: ({ lifecycle }, cmd) => ({
    passes: cmd !== null && permittedIn(lifecycle).commands.includes(cmd),
    value: lifecycle,
  }),
  DEPOT: ({ lifecycle, servesDepot }) => ({ passes: servesDepot || !isForDepot(lifecycle) }),
  QUEUE: ({ openItems }) => ({ passes: openItems < maxOpenItems, value: String(openItems) }),
} as const satisfies Partial<Record<Gate, Judge<Giveable>>>

const others = {
  SUPPORT: ({ unsupported }, cmd) => {
    const why = cmd && unsupported(cmd)
    return { passes: !why, value: why && 'least' in why ? why.least : null }
  },
  REGISTERED: ({ isRegistered }) => ({ passes: isRegistered }),
  PRESENCE: ({ presence, presenceSince }) => ({
    passes: presence === 'ONLINE',
    value: presence,
    at: presenceSince,
  }),
  HALT: ({ halt }) => ({ passes: halt === null, value: halt }),
  BLACKOUT: ({ blackout, obeysBlackout }, cmd) => ({
    passes: blackout === null || cmd === null || !obeysBlackout(cmd),
    value: blackout?.reason ?? null,
    until: blackout?.until ?? null,
  }),
  PACE: ({ paceUntil, perMinute }) => ({
    passes: paceUntil === null,
    value: String(perMinute),
    until: paceUntil,
  }),
  SETTINGS: ({ appliedRev, wantedRev }) => ({
    passes: appliedRev === wantedRev,
    value: `${appliedRev ?? '–'} / ${wantedRev}`,
  }),
  LOCK: ({ lock }) => ({
    passes: (lock?.state ?? 'NONE') === 'NONE',
    value: lock?.state ?? 'NONE',
    at: lock?.since ?? null,
  }),
  KEYS: ({ missingKeys, keysMissingSince }) => ({
    passes: missingKeys.length === 0,
    value: missingKeys.join(', ') || null,
    at: missingKeys.length > 0 ? keysMissingSince : null,
  }),
  FENCE: ({ left }) => ({
    passes: !left?.isBlocking || !left.holds,
    value: left?.stationName ?? null,
    at: left?.since ?? null,
    until: left?.until ?? null,
  }),
} as const satisfies Partial<Record<Gate, Judge<GateFacts>>>

/** Every gate: what it looks at, and whether it lets through. */
const gateTable: Readonly<Record<Gate, Judge<GateFacts>>> = { ...refusing, ...others }

const refusals = {
  ENABLED: 'command.disabledTerminal',
  LIFECYCLE: 'command.wrongState',
  DEPOT: 'command.depotOnly',
  QUEUE: 'command.tooMany',
} as const satisfies Record<keyof typeof refusing, TextKey>

/** The gate that refuses a terminal a command, with its words; null: it can be given. */
export function refusingGate(
  device: Giveable,
  cmd: CommandName,
): { readonly gate: keyof typeof refusing; readonly key: TextKey } | null {
  const closed = (['ENABLED', 'LIFECYCLE', 'DEPOT', 'QUEUE'] as const).find(
    (gate) => !refusing[gate](device, cmd).passes,
  )
  return closed === undefined ? null : { gate: closed, key: refusals[closed] }
}

/** Which gates stand before a wish, in the order in which they are met. */
const before: Readonly<Record<Wish, readonly Gate[]>> = {
  ONLINE: ['REGISTERED', 'PRESENCE'],
  PAYMENTS: ['LOCK', 'FENCE', 'KEYS'],
  COMMAND: [
    'ENABLED',
    'LIFECYCLE',
    'DEPOT',
    'SUPPORT',
    'QUEUE',
    'PRESENCE',
    'HALT',
    'BLACKOUT',
    'PACE',
  ],
  SETTINGS: ['ENABLED', 'PRESENCE', 'SETTINGS'],
  ALARM: [],
}

/** What a state permits beside commands is a gate, too. */
const lifeGate = (lifecycle: string, passes: boolean): JudgedGate => ({
  gate: 'LIFECYCLE',
  passes,
  value: lifecycle,
  at: null,
  until: null,
})

/** What its state must permit for it to be so at all; commands and settings have gates of their own. */
const lifePermits: Partial<Record<Wish, (lifecycle: string) => boolean>> = {
  ONLINE: (lifecycle) => permittedIn(lifecycle).connection,
  PAYMENTS: (lifecycle) => lifecycle === 'ACTIVE',
  ALARM: (lifecycle) => ['all', 'security'].includes(permittedIn(lifecycle).alarms),
}

function judgeGate(facts: GateFacts, gate: Gate, cmd: CommandName | null): JudgedGate {
  const { passes, value = null, at = null, until = null } = gateTable[gate](facts, cmd)
  return { gate, passes, value, at, until: passes ? null : (until?.toISOString() ?? null) }
}

function judge(facts: GateFacts, wish: Wish, cmd: CommandName | null = null): JudgedWish {
  const { lifecycle } = facts
  const permits = lifePermits[wish]
  const own = permits ? [lifeGate(lifecycle, permits(lifecycle))] : []
  const met = before[wish]
    .filter((gate) => gate !== 'DEPOT' || isForDepot(lifecycle))
    .map((gate) => judgeGate(facts, gate, cmd))
  const gates = [...own, ...met]
  return { wish, cmd, isOpen: gates.every(({ passes }) => passes), gates }
}

/** What a task of an application or a version waits for on its way; none of it refuses the task. */
export function judgeDelivery(facts: GateFacts): JudgedGate[] {
  const { blackout, lifecycle } = facts
  return (['PRESENCE', 'HALT', 'BLACKOUT', 'PACE'] as const).map((gate) => {
    const judged = judgeGate(facts, gate, null)
    if (gate !== 'BLACKOUT' || blackout === null || lifecycle === 'LOST') return judged
    return { ...judged, passes: false, until: blackout.until.toISOString() }
  })
}

/** Of each thing that may be wanted of a terminal, every gate before it. */
export const judgeAll = (facts: GateFacts): JudgedWish[] => [
  judge(facts, 'ONLINE'),
  judge(facts, 'PAYMENTS'),
  ...commandNames.map((cmd) => judge(facts, 'COMMAND', cmd)),
  judge(facts, 'SETTINGS'),
  judge(facts, 'ALARM'),
]
