import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { usualPriority } from '../device/push.ts'
import { pushWindow } from '../device/window.ts'

/** Hours of a day in which terminals may install. */
export const mostPlanWindows = 3

/**
 * How terminals are parted into waves. SINGLE: all at once; COUNTS: so many each; LADDER: up to a share in
 * percent each; RINGS: the members of a group each.
 */
export const waveKinds = ['SINGLE', 'COUNTS', 'LADDER', 'RINGS'] as const
export type WaveKind = (typeof waveKinds)[number]

const share = () => z.int().check(z.minimum(0), z.maximum(100))

/** A wave, and what has to be so before the next one begins. */
export const planWave = once(() =>
  z.strictObject({
    /** Of COUNTS: how many terminals; the last wave takes all others. */
    count: z.optional(z.int().check(z.minimum(1), z.maximum(1_000_000))),
    /** Of LADDER: up to which share of all terminals, this wave and those before it together. */
    percent: z.optional(z.int().check(z.minimum(1), z.maximum(100))),
    /** Of RINGS: whose members; null: all that are in no other ring. */
    groupId: z.optional(z.nullable(f.id())),
    /** It passes when so many of its terminals have the version and are well; 0: when all have ended. */
    successPercent: z._default(share(), 95),
    /** It fails when more of its terminals than these fail: in percent, or by number. 100: never by percent. */
    errorPercent: z._default(share(), 5),
    errorCount: z.optional(z.nullable(z.int().check(z.minimum(0), z.maximum(1_000_000)))),
    /** For so long it is watched before the next one begins, in minutes. */
    soakMinutes: z._default(z.int().check(z.minimum(0), z.maximum(20_160)), 0),
  }),
)
export type PlanWave = z.output<ReturnType<typeof planWave>>

/** Terminals a minute. */
export const planRate = () => z.int().check(z.minimum(1), z.maximum(5000))

/** How terminals are brought a version. */
export const planOptions = once(() =>
  z.strictObject({
    /** Hours in which terminals are told, and so begin to download, by the clock where they are. */
    downloadWindow: z.optional(z.nullable(pushWindow())),
    /** Hours in which they install, by their own clock. */
    installWindows: z._default(z.array(pushWindow()).check(z.maxLength(mostPlanWindows)), []),
    /** So many are told a minute; null: as many as the organisation may. */
    ratePerMinute: z._default(z.nullable(planRate()), null),
    /** By which the rate is multiplied each hour that a wave goes well. */
    rateGrowth: z._default(z.number().check(z.minimum(1), z.maximum(10)), 1),
    wifiOnly: z._default(z.boolean(), false),
    /** What is larger is downloaded over Wi-Fi or cable only; null: nothing is too large. */
    meteredMb: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(100_000))), null),
    /** Nothing is sent on days on which the organisation of a terminal wants none. */
    blackouts: z._default(z.boolean(), true),
    /** Percent; null: what the version asks for. */
    minBattery: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(100))), null),
    charger: z._default(z.boolean(), false),
    idle: z._default(z.boolean(), false),
    ask: z._default(z.boolean(), false),
    /** After so many refusals a terminal asks no more. */
    maxRefuse: z._default(z.nullable(z.int().check(z.minimum(0), z.maximum(20))), null),
    /** So many hours after it was released a terminal waits for its battery and Wi-Fi alone; null: never. */
    forceHours: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(720))), null),
    retries: z._default(z.int().check(z.minimum(0), z.maximum(10)), 2),
    /** A terminal that has not ended by then is given up; null: after what `plan.default.timeout.hours` says. */
    timeoutHours: z._default(z.nullable(z.int().check(z.minimum(1), z.maximum(720))), null),
    priority: z._default(z.int().check(z.minimum(1), z.maximum(9)), usualPriority),
    /** Within so many minutes after it has installed a terminal has to be back. */
    healthMinutes: z._default(z.int().check(z.minimum(1), z.maximum(1440)), 30),
    /** It has to say by itself that it is well, too. */
    needsHealth: z._default(z.boolean(), true),
    /**
     * Who counts payments has to take them as usual after that; null: nobody asks. Judged when so many would
     * be usual (`base`) by its own hours of the day, and so many percent of them are asked for. Where that is
     * not within so many hours, or nothing usual is known, its health alone decides.
     */
    payments: z._default(
      z.nullable(
        z.strictObject({
          share: z._default(z.int().check(z.minimum(1), z.maximum(100)), 50),
          base: z._default(z.int().check(z.minimum(1), z.maximum(1000)), 10),
          hours: z._default(z.int().check(z.minimum(1), z.maximum(168)), 24),
        }),
      ),
      null,
    ),
  }),
)
export type PlanOptions = z.output<ReturnType<typeof planOptions>>

/** Whether a second person agrees to a plan however few it is for: it grows by itself, or passes over blackout days. */
export const alwaysNeedsSecond = (
  membership: string,
  { blackouts }: Pick<PlanOptions, 'blackouts'>,
): boolean => membership === 'DYNAMIC' || !blackouts
