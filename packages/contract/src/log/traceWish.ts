import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { logKinds } from '../device/commandSchemas.ts'
import { logLevels } from './logLevels.ts'

/** Sent as it comes, or in large pieces. */
export const traceModes = ['LIVE', 'CAPTURE'] as const

const packageName = () =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(128), z.regex(/^[A-Za-z0-9_.-]+$/))

/** What of a terminal's logs is sent, and for how long. */
export const traceWish = once(
  () =>
    ({
      kinds: z.array(z.enum(logKinds)).check(z.minLength(1), z.maxLength(logKinds.length)),
      /** At least so grave. */
      level: z._default(z.enum(logLevels), 'DEBUG'),
      /** Only lines that name one of these; none: all. */
      packages: z._default(z.array(packageName()).check(z.maxLength(20)), []),
      /** Only lines in which this is found: a regular expression (RE2). */
      pattern: f.optional(z.string().check(z.minLength(1), z.maxLength(200))),
      mode: z._default(z.enum(traceModes), 'LIVE'),
      maxMinutes: z._default(z.int().check(z.minimum(1), z.maximum(60)), 10),
      /** Megabytes, unpacked. */
      maxMb: z._default(z.int().check(z.minimum(1), z.maximum(200)), 20),
    }) as const,
)
