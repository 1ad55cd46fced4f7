import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'

const fields = once(() =>
  z.object({
    areaId: f.id(),
    name: f.name(),
    /** IANA name, e.g. `Asia/Baghdad`. */
    zoneId: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
    sort: f.sort(),
  }),
)

const filter = once(() =>
  z.object({
    name: z.optional(f.text(64)),
    zoneId: z.optional(f.text(64)),
    areaId: z.optional(f.id()),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  areaName: z.string(),
  /** Minutes east of UTC without daylight saving. */
  standardOffsetMinutes: z.int(),
  /** Minutes east of UTC now. */
  offsetMinutes: z.int(),
  isDaylightSaving: z.boolean(),
  /** The next change of the offset within two years, if there is one. */
  nextChangeAt: z.nullable(f.moment()),
  /** Terminals of the organisations that have it, themselves or from above, as far as the caller sees them. */
  deviceCount: z.int(),
}))

/** The path that the calls of time zones share. */
export const timezonesPath = '/admin/timezone/v1/timezone'

/** Time zones offered in forms and pushed to terminals. */
export const timezones = recyclable(timezonesPath, 'TIMEZONE', {
  fields,
  filter,
  shown,
})
export type Timezone = RowOf<typeof timezones>
