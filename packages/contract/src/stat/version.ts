import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { versionStates } from '../upgrade/versionStates.ts'
import { estateFilter, estateSpan, statGrains } from './estate.ts'

/** Of what versions are compared: PATCH is the level of the system's security patches. */
export const versionKinds = ['FIRMWARE', 'AGENT', 'OS', 'SP', 'KERNEL', 'PATCH'] as const
export type VersionKind = (typeof versionKinds)[number]

/** Where a version stands beside the target of its model: the newest that is online for it. */
export const adoptionStandings = ['TARGET', 'BEHIND', 'AHEAD', 'UNKNOWN'] as const
export type AdoptionStanding = (typeof adoptionStandings)[number]

/** Models, and versions of each, that one answer names. */
export const mostStatModels = 20
export const mostStatVersions = 12
export const mostOutdated = 20

/** Why no terminal should run a version; UNKNOWN: it is none of those that are kept for its model. */
export const outdatedCauses = ['RECALLED', 'SUSPENDED', 'OFFLINE', 'UNKNOWN'] as const
export type OutdatedCause = (typeof outdatedCauses)[number]

/** Months after which a patch level is old, and between which one chooses. */
export const usualPatchMonths = 12
const patchMonths = once(() =>
  z._default(f.queryNumber().check(z.minimum(1), z.maximum(60)), usualPatchMonths),
)
/** What a question about versions says of patch levels. */
export const patchAge = once(() => ({ months: patchMonths() }))

/** Days back from which the rate of an adoption is told. */
export const adoptionDays = 14

const base = '/admin/stat/v1/version'
const whole = once(() => z.int())

/** STATISTICS_VERSION: what versions terminals run; each figure is cut to the caller's scope. */
export const versionStat = {
  /** Models with their versions, those with most terminals first. */
  matrix: get(`${base}/matrix`, 'STATISTICS_VERSION', () => ({
    query: z.strictObject({
      ...estateFilter(),
      ...patchAge(),
      kind: z._default(z.enum(versionKinds), 'FIRMWARE'),
    }),
    reply: z.object({
      models: z.array(
        z.object({
          modelId: f.id(),
          name: z.string(),
          total: whole(),
          /** Null: no version is online for it. */
          target: z.nullable(z.string()),
          /** Terminals with the target or a newer one, now and {@link adoptionDays} ago; null: not known then. */
          adopted: whole(),
          adoptedBefore: z.nullable(whole()),
          /** Terminals that run an older version than the target. */
          behind: whole(),
          /** From the newest. */
          cells: z.array(
            z.object({
              version: z.string(),
              count: whole(),
              standing: z.enum(adoptionStandings),
              /** Null: the platform does not know the version. */
              state: z.nullable(z.enum(versionStates)),
              isRecalled: z.boolean(),
              /** Days since it came online, or since the day that a patch level names; null: not known. */
              ageDays: z.nullable(whole()),
            }),
          ),
          /** Terminals with versions that are not named. */
          others: whole(),
          /** Terminals that never told it. */
          unknown: whole(),
        }),
      ),
      /** Terminals of models that are not named. */
      others: whole(),
      /** What no terminal should run, of all models, recalled versions first. */
      outdated: z.object({
        versions: z.array(
          z.object({
            modelId: f.id(),
            modelName: z.string(),
            version: z.string(),
            count: whole(),
            why: z.enum(outdatedCauses),
          }),
        ),
        /** Terminals with such versions that are not named. */
        others: whole(),
      }),
      /** Terminals with a patch level of before this day, by model; null: it was asked for other versions. */
      old: z.nullable(
        z.object({
          before: f.day(),
          models: z.array(z.object({ modelId: f.id(), name: z.string(), count: whole() })),
          /** Terminals of models that are not named. */
          others: whole(),
        }),
      ),
      countedAt: z.nullable(f.moment()),
    }),
  })),
  /** Models with the versions of an application that their terminals have, those with most terminals first. */
  app: get(`${base}/apk`, 'STATISTICS_VERSION', () => ({
    query: z.strictObject({ ...estateFilter(), appId: f.id() }),
    reply: z.object({
      models: z.array(
        z.object({
          modelId: f.id(),
          name: z.string(),
          /** Its terminals that have the application. */
          total: whole(),
          /** From the newest. */
          cells: z.array(
            z.object({
              code: whole(),
              /** Null: nobody has named it. */
              name: z.nullable(z.string()),
              count: whole(),
              /** Older than the newest that is published; null: none is. */
              isBehind: z.nullable(z.boolean()),
            }),
          ),
          others: whole(),
        }),
      ),
      others: whole(),
      countedAt: z.nullable(f.moment()),
    }),
  })),
  /** How many ran the most common versions at the end of each step. */
  trend: get(`${base}/trend`, 'STATISTICS_VERSION', () => ({
    query: z.strictObject({
      ...estateFilter(),
      ...estateSpan(),
      grain: z.optional(z.enum(statGrains)),
      kind: z._default(z.enum(versionKinds), 'FIRMWARE'),
    }),
    reply: z.object({
      grain: z.enum(statGrains),
      steps: z.array(f.moment()),
      /** At most five, one value a step; null: it was not counted then. */
      versions: z.array(z.object({ version: z.string(), counts: z.array(z.nullable(whole())) })),
      countedAt: z.nullable(f.moment()),
    }),
  })),
}
