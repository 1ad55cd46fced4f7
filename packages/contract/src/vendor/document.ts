import * as z from 'zod/mini'
import { download, get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { certificateStates } from './certificate.ts'

const documentKinds = ['DATASHEET', 'MANUAL', 'CONTRACT', 'WARRANTY', 'SECURITY', 'OTHER'] as const

const fields = once(() =>
  z.object({
    vendorId: f.id(),
    name: f.name(128),
    kind: z.enum(documentKinds),
    docVersion: f.optional(f.text(32)),
    /** A stored file of the type `document`. */
    fileId: f.id(),
    validFrom: f.optional(f.day()),
    /** None: it holds until another takes its place. */
    expiresOn: f.optional(f.day()),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    vendorId: z.optional(f.id()),
    kind: z.optional(z.enum(documentKinds)),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

/** The path that the calls of vendors' documents share. */
export const vendorDocumentsPath = '/admin/vendor/v1/document'

/** What vendors hand in about their terminals. */
export const vendorDocuments = {
  ...recyclable(vendorDocumentsPath, 'VENDOR_DOC', {
    fields,
    filter,
    shown: () => ({
      vendorName: z.string(),
      fileName: z.string(),
      bytes: z.int(),
      state: z.enum(certificateStates),
    }),
  }),
  file: download(
    get(`${vendorDocumentsPath}/file/{id}`, 'VENDOR_DOC_DETAIL', () => ({
      params: z.strictObject({ id: f.id() }),
    })),
  ),
}
export type VendorDocument = RowOf<typeof vendorDocuments>
