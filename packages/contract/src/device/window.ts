import * as z from 'zod/mini'
import { once } from '../core/once.ts'

/** An hour and a minute of a day. */
export const clock = () => z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/, 'rule.clock'))

/** Hours of days of the week, by a clock that whoever uses them says; over midnight where `until` is earlier. */
export const pushWindow = once(() =>
  z
    .strictObject({
      from: clock(),
      until: clock(),
      /** Days of the week on which the hours begin, Monday is 1. */
      days: z._default(
        z.array(z.int().check(z.minimum(1), z.maximum(7))).check(z.minLength(1), z.maxLength(7)),
        [1, 2, 3, 4, 5, 6, 7],
      ),
    })
    .check(
      z.refine(({ from, until }) => from !== until, { error: 'push.emptyWindow', path: ['until'] }),
    ),
)
export type PushWindow = z.output<ReturnType<typeof pushWindow>>
