import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { shellCommand } from '../device/commandSchemas.ts'
import { sheetOf } from '../core/importCall.ts'
import { imageName } from '../file/image.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'

const fields = z.object({
  name: f.name(),
  code: f.code(),
  country: f.optional(f.country()),
  website: f.optional(f.webAddress()),
  contact: f.text(64),
  email: f.optional(f.email()),
  phone: f.optional(f.phone()),
  address: f.optional(f.text(255)),
  /** Regular expression that a serial number of this vendor matches; null accepts any. */
  snRule: f.optional(z.string().check(z.maxLength(128))),
  supportUrl: f.optional(f.webAddress()),
  warrantyMonths: f.optional(z.int().check(z.minimum(0), z.maximum(120))),
  logo: f.optional(imageName()),
  /** Command lines that its terminals may be asked to run, see SHELL. */
  shellCommands: z._default(z.array(shellCommand()).check(z.maxLength(50)), []),
  remark: f.optional(f.text(500)),
})

const filter = z.object({
  name: z.optional(f.text(64)),
  code: z.optional(f.text(64)),
  country: z.optional(f.country()),
  status: z.optional(z.enum(['0', '1'])),
})

const shown = { modelCount: z.int(), deviceCount: z.int() }

/** The path that the calls of vendors share. */
export const vendorsPath = '/admin/vendor/v1/vendor'

/** Manufacturers of terminals. */
export const vendors = recyclable(vendorsPath, 'VENDOR', { fields, filter, shown })
export type Vendor = RowOf<typeof vendors>

/** Vendors as rows of a sheet. */
export const vendorSheet = sheetOf(vendors, {
  key: 'code',
  columns: {
    code: 'vendor.code',
    name: 'vendor.name',
    country: 'vendor.country',
    contact: 'vendor.contact',
    email: 'vendor.email',
    phone: 'vendor.phone',
    website: 'vendor.website',
    supportUrl: 'vendor.supportUrl',
    snRule: 'vendor.snRule',
    warrantyMonths: 'vendor.warrantyMonths',
    address: 'vendor.address',
    remark: 'vendor.remark',
  },
})
