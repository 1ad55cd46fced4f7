import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { alarmKinds } from '../device/alarm.ts'
import { logKinds } from '../device/commandSchemas.ts'

/** The path that the calls of these rules share. */
export const logRulesPath = '/admin/devicelog/v1/rule'

/** What makes a rule pull a log: an alarm, a crashed application, a task that failed. */
export const logConditions = ['ALARM', 'CRASH', 'TASK'] as const
export type LogCondition = (typeof logConditions)[number]

const fields = once(() =>
  z.object({
    name: f.name(),
    /** For its terminals and those of all below it. */
    orgId: f.id(),
    /** For those of them that are in this group. */
    groupId: f.optional(f.id()),
    condition: z.enum(logConditions),
    /** Of an alarm: which; none: any. */
    alarmKinds: z._default(z.array(z.enum(alarmKinds)).check(z.maxLength(alarmKinds.length)), []),
    /** Of a crash: of this package only. */
    package: f.optional(
      z.string().check(z.trim(), z.minLength(1), z.maxLength(128), z.regex(/^[A-Za-z0-9_.-]+$/)),
    ),
    types: z._default(z.array(z.enum(logKinds)).check(z.minLength(1), z.maxLength(20)), [
      'SYSTEM',
      'AGENT',
      'APP',
      'CRASH',
    ]),
    /** Most megabytes, packed. */
    maxMb: z._default(z.int().check(z.minimum(1), z.maximum(200)), 10),
    /** Hours for which it asks the same terminal for nothing more. */
    cooldownHours: z._default(z.int().check(z.minimum(1), z.maximum(720)), 24),
    remark: f.optional(f.text(500)),
  }),
)

/** When logs are pulled by themselves, within what the rule's maker sees. */
export const logRules = recyclable(logRulesPath, 'MANAGE_DEVICE_LOG_RULE', {
  fields,
  filter: () =>
    z.object({
      orgId: z.optional(f.id()),
      condition: z.optional(z.enum(logConditions)),
      status: z.optional(z.enum(['0', '1'])),
    }),
  shown: () => ({
    orgName: z.string(),
    groupName: z.nullable(z.string()),
    /** Pulls that it has led to, and the latest. */
    firedCount: z.int(),
    firedAt: z.nullable(f.moment()),
  }),
})
export type LogRule = RowOf<typeof logRules>
