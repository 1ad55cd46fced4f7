import * as z from 'zod/mini'
import { post, proved, provedWhen } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { shellCommand } from '../device/commandSchemas.ts'
import { sheetOf } from '../core/importCall.ts'
import { imageName } from '../file/image.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'

/**
 * Who signs what goes to a vendor's terminals. PLATFORM: with a key of the platform; ONLINE: a service
 * of the vendor; OFFLINE: the vendor, who is brought the file and brings it back.
 */
export const signingModes = ['NONE', 'PLATFORM', 'ONLINE', 'OFFLINE'] as const
export type SigningMode = (typeof signingModes)[number]

/** What a test of a signer found: nobody answered, it refused, it sent no signature, or a wrong one. */
export const signerFaults = ['UNREACHABLE', 'REFUSED', 'NO_SIGNATURE', 'WRONG_SIGNATURE'] as const
export type SignerFault = (typeof signerFaults)[number]

/** How serial numbers begin: letters, digits and dashes. */
const serialPrefix = () =>
  z.string().check(z.trim(), z.toUpperCase(), z.maxLength(32), z.regex(/^[A-Z0-9-]+$/))

/** A certificate or a key between its first and its last line. */
const pem = (most: number) =>
  f.optional(z.string().check(z.trim(), z.maxLength(most), z.regex(/^-----BEGIN [\s\S]+-----$/)))

const fields = once(() =>
  z.object({
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
    /** Serial numbers of this vendor begin with one of these; none: with anything. */
    snPrefixes: z._default(z.array(serialPrefix()).check(z.maxLength(50)), []),
    /** A serial number that rule and prefixes take. */
    snSample: f.optional(f.serialNumber()),
    signingMode: z._default(z.enum(signingModes), 'NONE'),
    /** Of ONLINE: where its service is. */
    signerUrl: f.optional(z.string().check(z.trim(), z.maxLength(512), z.regex(/^https:\/\/\S+$/))),
    /** PEM (SPKI): what its signatures are proved with; null: nobody proves them. */
    signerKey: pem(4096),
    /** Write-only: read it is always null; saved as null, the known one stays. */
    signerSecret: secret(
      f.optional(z.string().check(z.maxLength(1024), z.regex(/^[\x21-\x7e]*$/))),
    ),
    /** PEM of the authority whose certificates vouch for terminals of this vendor. */
    bootstrapCa: pem(16_384),
    supportUrl: f.optional(f.webAddress()),
    warrantyMonths: f.optional(z.int().check(z.minimum(0), z.maximum(120))),
    logo: f.optional(imageName()),
    /** Command lines that its terminals may be asked to run, see SHELL. */
    shellCommands: z._default(z.array(shellCommand()).check(z.maxLength(50)), []),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    name: z.optional(f.text(64)),
    code: z.optional(f.text(64)),
    country: z.optional(f.country()),
    signingMode: z.optional(z.enum(signingModes)),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  modelCount: z.int(),
  deviceCount: z.int(),
  firmwareCount: z.int(),
  hasSignerSecret: z.boolean(),
  signerTestedAt: z.nullable(f.moment()),
  /** What the last test found; null: nothing, or there was none. */
  signerFault: z.nullable(z.enum(signerFaults)),
  /** Until when that authority's certificate is good. */
  bootstrapCaUntil: z.nullable(f.moment()),
}))

/** The path that the calls of vendors share. */
export const vendorsPath = '/admin/vendor/v1/vendor'

const life = recyclable(vendorsPath, 'VENDOR', { fields, filter, shown })
const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)

/** Who names an authority says whose certificates stand for terminals, of every organisation. */
const namesAuthority = ({ bootstrapCa }: { readonly bootstrapCa: string | null }) =>
  bootstrapCa !== null

/** Manufacturers of terminals. */
export const vendors = {
  ...life,
  add: provedWhen(life.add, namesAuthority),
  update: provedWhen(life.update, namesAuthority),
  /** Has the vendor's service sign something that nobody needs, and says what came of it. */
  testSigner: post(`${vendorsPath}/signer/test/{id}`, 'VENDOR_SIGNER', () => ({
    ...withId(),
    reply: z.object({ count: z.int() }),
  })),
}
export type Vendor = RowOf<typeof vendors>

/** Vendors as rows of a sheet. */
export const vendorSheet = sheetOf(vendors, {
  key: 'code',
  words: { signingMode: 'vendor.signing' },
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
    snPrefixes: 'vendor.snPrefixes',
    snSample: 'vendor.snSample',
    signingMode: 'vendor.signingMode',
    signerUrl: 'vendor.signerUrl',
    warrantyMonths: 'vendor.warrantyMonths',
    address: 'vendor.address',
    remark: 'vendor.remark',
  },
})

/** Who is let in; he chooses his own password by the link that is mailed to him. */
const guest = once(() =>
  z.strictObject({
    userName: z
      .string()
      .check(z.trim(), z.minLength(4), z.maxLength(64), z.regex(/^[A-Za-z0-9_.@-]+$/)),
    realName: f.name(),
    email: f.email(),
    orgId: f.id(),
    roleIds: z.array(f.id()).check(z.minLength(1), z.maxLength(50)),
  }),
)

/** Lets a vendor's staff in: they see this vendor's terminals only. */
export const vendorGuests = {
  invite: proved(
    post(`${vendorsPath}/invite/{id}`, 'VENDOR_INVITE', () => ({
      ...withId(),
      body: guest(),
      reply: z.object({ id: f.id() }),
    })),
  ),
}
