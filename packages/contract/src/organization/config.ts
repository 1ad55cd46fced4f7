import * as z from 'zod/mini'
import { get, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { organizationsPath } from './organization.ts'

/** Hours and minutes, `00:00` to `23:59`. */
const timeOfDay = () => z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

const maintenance = once(() => z.strictObject({ from: timeOfDay(), until: timeOfDay() }))

/** Days, the last one included, on which nothing is changed on terminals. */
export const blackout = once(() =>
  z.strictObject({
    from: f.day(),
    until: f.day(),
    reason: z.string().check(z.trim(), z.minLength(1), z.maxLength(200)),
  }),
)
export type Blackout = z.output<ReturnType<typeof blackout>>

const whole = (least: number, most: number) =>
  f.optional(z.int().check(z.minimum(least), z.maximum(most)))
const flag = () => f.optional(z.boolean())

/** What an organisation sets for its subtree. Null: as the organisation above has it. */
export const organizationSettings = once(
  () =>
    ({
      /** Time between two signs of life of a terminal. */
      heartbeatSeconds: whole(5, 3600),
      /** Time between two reports of where a terminal is. */
      locationMinutes: whole(1, 10_080),
      /** When terminals may be changed, in their own time; past midnight where it ends before it begins. */
      maintenance: f.optional(maintenance()),
      blackouts: f.optional(z.array(blackout()).check(z.maxLength(50))),
      /** After so long without a sign of life a terminal is reported. */
      offlineAlarmMinutes: whole(5, 100_000),
      /** Whether an assigned terminal becomes active by itself, not only by its terminal id. */
      autoActivate: flag(),
      /** Whether another terminal may take the place of a broken one. */
      allowReplacement: flag(),
      /** Whether terminals show the application store. */
      storeVisible: flag(),
      /** Package that a terminal starts with. */
      launcher: f.optional(
        z.string().check(z.trim(), z.minLength(1), z.maxLength(128), z.regex(/^[A-Za-z0-9_.-]+$/)),
      ),
    }) as const,
)

const settings = once(() => z.object(organizationSettings()))
export type OrganizationSettings = z.output<ReturnType<typeof settings>>
export type SettingName = keyof OrganizationSettings

/** Settings for features that are still to come: nothing reads them yet. */
export const unusedSettings: readonly SettingName[] = []

/** Where a value comes from that is not set here. */
const inherited = once(() =>
  z.object({
    /** The nearest organisation above that has set it; null where the reader does not see that one. */
    from: z.nullable(z.object({ id: f.id(), name: z.string() })),
    /** Nobody above has set it: this is how Muster comes. */
    isDefault: z.boolean(),
  }),
)
export type Inherited = z.output<ReturnType<typeof inherited>>

const config = once(() =>
  z.object({
    /** What this organisation sets itself. */
    ...organizationSettings(),
    version: z.int(),
    /** What holds where it sets nothing: the parent's value. */
    above: settings(),
    /** Where each of them comes from. */
    from: z.record(z.string(), inherited()),
  }),
)
export type OrganizationConfig = z.output<ReturnType<typeof config>>

/** The path that the settings of organisations are known by. */
export const organizationConfigPath = `${organizationsPath}/config`
const oneConfig = `${organizationConfigPath}/{id}`
const ofOrganization = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)

/** The settings of an organisation, which its subtree inherits. */
export const organizationConfig = {
  get: get(oneConfig, 'ORG_CONFIG', () => ({ ...ofOrganization(), reply: config() })),
  save: put(oneConfig, 'ORG_CONFIG', () => ({
    ...ofOrganization(),
    body: z.strictObject({ ...organizationSettings(), version: z.int() }),
    reply: config(),
  })),
}
