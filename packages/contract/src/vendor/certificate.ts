import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { sheetOf } from '../core/importCall.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { vendorsPath } from './vendor.ts'

/** How it stands with an approval: in force, about to end (`pts.alarm.days`), or over. */
export const certificateStates = ['VALID', 'ENDING', 'ENDED'] as const

const fields = once(() =>
  z.object({
    vendorId: f.id(),
    /** Number of the approval. */
    certNo: z
      .string()
      .check(z.trim(), z.minLength(2), z.maxLength(64), z.regex(/^[A-Za-z0-9_./ -]+$/)),
    /** Version of PCI PTS POI. */
    ptsVersion: f.optional(f.text(32)),
    /** None: all models of the vendor. */
    modelIds: z._default(z.array(f.id()).check(z.maxLength(500)), []),
    firmwareFrom: f.optional(f.text(64)),
    firmwareUntil: f.optional(f.text(64)),
    expiresOn: f.day(),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    vendorId: z.optional(f.id()),
    /** Approvals of this model. */
    modelId: z.optional(f.id()),
    status: z.optional(z.enum(['0', '1'])),
    /** Those that end within so many days, or have ended. */
    endsWithin: z.optional(f.queryNumber().check(z.minimum(0), z.maximum(3650))),
  }),
)

/** The path that the calls of certificates share. */
export const vendorCertificatesPath = '/admin/vendor/v1/certificate'

/** Approvals of terminals by the card industry (PCI PTS). */
export const vendorCertificates = recyclable(vendorCertificatesPath, 'VENDOR_CERT', {
  fields,
  filter,
  shown: () => ({
    vendorName: z.string(),
    state: z.enum(certificateStates),
    models: z.array(z.object({ id: f.id(), name: z.string() })),
  }),
})
export type VendorCertificate = RowOf<typeof vendorCertificates>

/** Certificates as rows of a sheet. */
export const vendorCertificateSheet = sheetOf(vendorCertificates, {
  key: 'certNo',
  columns: {
    certNo: 'certificate.certNo',
    vendorId: 'certificate.vendor',
    ptsVersion: 'certificate.ptsVersion',
    modelIds: 'certificate.models',
    firmwareFrom: 'certificate.firmwareFrom',
    firmwareUntil: 'certificate.firmwareUntil',
    expiresOn: 'certificate.expiresOn',
    remark: 'certificate.remark',
  },
})

/** Organisations and models that are told apart; the rest is one figure. */
export const mostShares = 12

const share = once(() => z.object({ id: f.id(), name: z.string(), count: z.int() }))

/** A vendor's terminals, as far as the caller sees them. */
export const vendorEstate = {
  devices: get(`${vendorsPath}/devices/{id}`, 'MANUFACTURER_DETAIL', () => ({
    params: z.strictObject({ id: f.id() }),
    reply: z.object({
      total: z.int(),
      /** Those in service. */
      active: z.int(),
      byModel: z.array(share()),
      byOrganization: z.array(share()),
    }),
  })),
}
