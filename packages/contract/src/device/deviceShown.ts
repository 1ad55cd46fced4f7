import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { severities } from './event.ts'
import { fenceStates } from './fence.ts'
import { repairStates } from './repairStates.ts'
import { paramStands, lifecycles, lockStates, presences, securityStates } from './states.ts'

/** What rows draw: a page tells it where it is asked to (`more`). */
const picturesOfDevice = once(() => ({
  /** When it was connected within the last 24 hours, the latest first; of very many the latest. */
  connections: z.optional(
    z.array(z.object({ connectedAt: f.moment(), disconnectedAt: z.nullable(f.moment()) })),
  ),
  /** Released firmware versions of its model above what it runs; null: it is not known what it runs. */
  firmwareBehind: z.optional(z.nullable(z.int())),
}))

/**
 * How a terminal stands: a page tells it where it is asked to (`more`), a single terminal always. Most of it is looked
 * up row by row, which who does not look at it need not wait for.
 */
const standOfDevice = once(() => ({
  /** Free storage in megabytes, as its last beat told. */
  freeMb: z.optional(z.nullable(z.int())),
  categoryName: z.optional(z.nullable(z.string())),
  /** When it last said where it is. */
  locatedAt: z.optional(z.nullable(f.moment())),
  /** Its repair ticket that is not settled. */
  repairId: z.optional(z.nullable(f.id())),
  repairNo: z.optional(z.nullable(z.string())),
  repairState: z.optional(z.nullable(z.enum(repairStates))),
  osVersion: z.optional(z.nullable(z.string())),
  /** Of its security patches. */
  patchLevel: z.optional(z.nullable(z.string())),
  /** Names of its labels. */
  labels: z.optional(z.array(z.string())),
  openAlarms: z.optional(z.int()),
  /** Of its open alarms. */
  worstSeverity: z.optional(z.nullable(z.enum(severities))),
  /** Empty: it has told nothing of itself. */
  security: z.optional(z.array(z.enum(securityStates))),
  /** Null: it should have no parameters. */
  paramStand: z.optional(z.nullable(z.enum(paramStands))),
  /** Applications whose parameters were changed on it. */
  driftedApps: z.optional(z.int()),
  /** The address from which it is connected. */
  ip: z.optional(z.nullable(z.string())),
  /** The zone that its own clock shows, as it told. */
  timezone: z.optional(z.nullable(z.string())),
  /** The package that it says it starts with, else the one used longest in its last week; null: none is known. */
  mainApp: z.optional(z.nullable(z.string())),
  /** What the platform calls that package, where it has it. */
  mainAppName: z.optional(z.nullable(z.string())),
  /** As it is installed: by its name, else by its number. */
  mainAppVersion: z.optional(z.nullable(z.string())),
}))

/** What a list shows of a terminal beside what people write down of it. */
export const shownOfDevice = once(() => ({
  ...standOfDevice(),
  ...picturesOfDevice(),
  modelName: z.string(),
  vendorName: z.string(),
  orgName: z.string(),
  stationName: z.nullable(z.string()),
  tags: z.array(z.string()),
  /** On which side of its station's fence it is; null: it has none. */
  fenceState: z.nullable(z.enum(fenceStates)),
  fenceSince: z.nullable(f.moment()),
  lifecycle: z.enum(lifecycles),
  presence: z.enum(presences),
  /** Since when the presence is what it is. */
  presenceSince: z.nullable(f.moment()),
  lockState: z.enum(lockStates),
  /** Since when it is so; null: it was never locked. */
  lockSince: z.nullable(f.moment()),
  lastSeenAt: z.nullable(f.moment()),
  batteryPercent: z.nullable(z.int()),
  isCharging: z.nullable(z.boolean()),
  networkType: z.nullable(z.string()),
  /** Signal strength in percent. */
  signalPercent: z.nullable(z.int()),
  firmware: z.nullable(z.string()),
  agentVersion: z.nullable(z.string()),
  activatedAt: z.nullable(f.moment()),
  /** The day on which its own warranty ends, else its vendor's, counted from its activation; null: none is known. */
  warrantyEnd: z.nullable(f.day()),
  /** When the support of its model ends. */
  endOfSupport: z.nullable(f.day()),
  /** Whether it has a credential. */
  isRegistered: z.boolean(),
  /** Until when its next enrolment may replace its credential; null: a person must release it. */
  releasedUntil: z.nullable(f.moment()),
  /** When an enrolment was refused since it got its credential. */
  enrolmentRefusedAt: z.nullable(f.moment()),
}))

/** Members of a row that tell how the terminal stands. */
export const standMembers = once((): ReadonlySet<string> => new Set(Object.keys(standOfDevice())))

/** Members of a row that are there to be drawn. */
export const pictureMembers = once(
  (): ReadonlySet<string> => new Set(Object.keys(picturesOfDevice())),
)
