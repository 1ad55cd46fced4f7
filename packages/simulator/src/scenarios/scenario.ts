import * as z from 'zod/mini'
import { installs, probability, range } from './installs.ts'
import { upgrades, wellUpgraded } from './upgrades.ts'

const day = 86_400

/** How a terminal loses its network and comes back. */
const absence = z.strictObject({
  /** Seconds from the connection (or, together, from the last outage's end) to the next absence. */
  after: range(day),
  /** Seconds that it lasts. */
  lasts: range(day),
  /** Share that ends without a word, so that the broker must tell the last will. */
  cut: probability(),
  /** All terminals at the same moment. */
  isTogether: z.boolean(),
})

/** How a terminal answers commands; each probability is drawn once a command. */
const answers = z.strictObject({
  /** Milliseconds until ACKED, and from there to the end. */
  acknowledge: range(600_000),
  run: range(600_000),
  refuse: probability(),
  fail: probability(),
  /** Takes `slowRun` instead of `run`. */
  slow: probability(),
  slowRun: range(600_000),
  /** Every report goes out twice with the same id. */
  duplicate: probability(),
  /** The end is reported only after the command's expiry, if that is within `lateWithin` seconds. */
  late: probability(),
  lateWithin: z.number().check(z.minimum(0), z.maximum(day)),
  /** Takes the command and never says more. */
  silent: probability(),
})

/** How keys fare. */
const keys = z.strictObject({
  /** Per heartbeat: a slot loses its key. */
  lost: probability(),
  /** The same: somebody brings keys for the slots without one. */
  replaced: z._default(probability(), 0),
  /** Share of terminals with a key that ends within a month. */
  ending: probability(),
  /** Share of terminals that a slot was forgotten of when they were set up. */
  forgotten: z._default(probability(), 0),
})

/** What people do to a terminal that nobody should; each per heartbeat. */
const attacks = z.strictObject({
  /** Another SIM card is put in. */
  sim: probability(),
  /** Somebody gets root rights on it. */
  root: probability(),
  /** Its case is opened. */
  tamper: probability(),
})

/** What a fleet goes through: data, so that a scenario is read, compared and checked. */
export const scenarioSchema = z.strictObject({
  name: z.string().check(z.regex(/^[a-z][a-z0-9-]{1,31}$/)),
  says: z.string().check(z.minLength(1), z.maxLength(200)),
  /** Null: never absent. */
  absence: z.nullable(absence),
  answers,
  installs,
  upgrades: z._default(upgrades, wellUpgraded),
  /** Seconds that a restart takes. */
  reboot: range(3600),
  /** Seconds until somebody switches one on again that was switched off. */
  off: range(day),
  /** Seconds until the next try to connect: full jitter between the two, doubled up to the second. */
  reconnect: range(600),
  /** Seconds until a report without the platform's answer goes out again: at first, doubled up to the second. */
  repeat: range(3600),
  /** Part of the interval by which a heartbeat may come early or late. */
  jitter: z.number().check(z.minimum(0), z.maximum(0.5)),
  /** Seconds by which a terminal's clock is off; the sign is drawn. */
  skew: range(6 * 3600),
  /** Per heartbeat: a message that breaks the rules goes out beside it. */
  malformed: probability(),
  /** Per heartbeat: the same message goes out twice. */
  repeated: probability(),
  /** Per heartbeat: something goes wrong with the terminal (paper, printer, app). */
  mishaps: z._default(probability(), 0),
  attacks: z._default(attacks, { sim: 0, root: 0, tamper: 0 }),
  /** Per heartbeat: somebody at it reports trouble. */
  troubles: z._default(probability(), 0),
  keys: z._default(keys, { lost: 0, replaced: 0, ending: 0, forgotten: 0 }),
  /** Metres it moves from one heartbeat to the next. */
  moves: range(10_000),
  /** Per heartbeat: somebody carries it out of its fence; it is brought back soon. */
  wanders: probability(),
  /** Per heartbeat and application: somebody changes one of the parameters that it was given, once. */
  meddles: z._default(probability(), 0),
  /** Per delivery of parameters: the application does not take one of the values. */
  choosy: z._default(probability(), 0),
  /** Per heartbeat: somebody looks into its store, and chooses an application that it has not. */
  shops: z._default(probability(), 0),
  /** Share of terminals that travel: they lie in a car, or go with a courier. */
  travellers: probability(),
  /** Metres that these go from one heartbeat to the next, on their way. */
  drives: range(10_000),
  /** A position goes out with every so many heartbeats. */
  locateEvery: z.int().check(z.minimum(1), z.maximum(10_000)),
})
export type Scenario = z.output<typeof scenarioSchema>
