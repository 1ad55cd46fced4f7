import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { sheetOf } from '../core/importCall.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'

const areaTypes = ['continent', 'country', 'province', 'city', 'zone'] as const

const fields = once(() =>
  z.object({
    name: f.name(),
    code: f.code(),
    type: z.enum(areaTypes),
    parentId: f.optional(f.id()),
    /** The time zone that is usual there. */
    timezoneId: f.optional(f.id()),
    iso2: f.optional(f.country()),
    iso3: f.optional(f.country3()),
    phoneCode: f.optional(z.string().check(z.regex(/^\+?[0-9-]{1,8}$/))),
    currency: f.optional(z.string().check(z.toUpperCase(), z.regex(/^[A-Z]{3}$/))),
    sort: f.sort(),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    name: z.optional(f.text(64)),
    code: z.optional(f.text(64)),
    type: z.optional(z.enum(areaTypes)),
    parentId: z.optional(f.id()),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  parentName: z.nullable(z.string()),
  timezoneName: z.nullable(z.string()),
  timezoneCount: z.int(),
}))

/** The path that the calls of areas share. */
export const areasPath = '/admin/timezone/v1/area'

/** Timezone areas: the spec's own example of the record life cycle. */
export const areas = recyclable(areasPath, 'AREA', { fields, filter, shown })
export type Area = RowOf<typeof areas>

/** Areas as rows of a sheet. */
export const areaSheet = sheetOf(areas, {
  key: 'code',
  words: { type: 'area.type' },
  columns: {
    code: 'area.code',
    name: 'area.name',
    type: 'area.type',
    parentId: 'area.parent',
    timezoneId: 'area.timezone',
    iso2: 'area.iso2',
    iso3: 'area.iso3',
    phoneCode: 'area.phoneCode',
    currency: 'area.currency',
    sort: 'area.sort',
    remark: 'area.remark',
  },
})
