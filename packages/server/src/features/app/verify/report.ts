import * as z from 'zod/mini'
import { faultKeys } from './fault.ts'

export const schemes = ['V1', 'V2', 'V3', 'V3_1'] as const

const certificate = z.object({
  subject: z.string(),
  issuer: z.string(),
  /** Hexadecimal, as the certificate has it. */
  serial: z.string(),
  validFrom: z.date(),
  validTo: z.date(),
  /** SHA-256 of the whole certificate in lower-case hexadecimal: by this a signer is known. */
  sha256: z.string(),
  keyType: z.enum(['RSA', 'EC', 'DSA', 'OTHER']),
  keyBits: z.int(),
  /** Made by Android's tools for development: anybody may have its key. */
  isDebug: z.boolean(),
})

const feature = z.object({ name: z.string(), isRequired: z.boolean() })

const permission = z.object({
  name: z.string(),
  /** Asked for on Android versions up to this one only. */
  maxSdk: z.nullable(z.int()),
})

const nativeLibrary = z.object({ abi: z.string(), name: z.string(), bytes: z.int() })

const icon = z.object({
  /** The name inside the package. */
  name: z.string(),
  type: z.enum(['image/png', 'image/webp', 'image/jpeg']),
  /** Dots per inch that it is drawn for; 0 where it is for any. */
  density: z.int(),
  content: z.instanceof(Uint8Array),
})

const facts = z.object({
  packageName: z.string(),
  /** With the major part of newer Android in its upper 32 bits. */
  versionCode: z.int(),
  versionName: z.string(),
  minSdk: z.int(),
  targetSdk: z.int(),
  maxSdk: z.nullable(z.int()),
  isDebuggable: z.boolean(),
  isTestOnly: z.boolean(),
  /** Whether it may talk without TLS; null where the manifest leaves it to Android. */
  usesCleartextTraffic: z.nullable(z.boolean()),
  /** Shares the user of other packages of its signer, e.g. `android.uid.system`. */
  sharedUserId: z.nullable(z.string()),
  permissions: z.readonly(z.array(permission)),
  features: z.readonly(z.array(feature)),
  /** What its native code is compiled for; empty where it has none and runs anywhere. */
  abis: z.readonly(z.array(z.string())),
  nativeLibraries: z.readonly(z.array(nativeLibrary)),
  /** Its name where no language fits; the package name where it has none. */
  label: z.string(),
  /** By language tag, e.g. `ar` or `pt-BR`. */
  labels: z.readonly(z.record(z.string(), z.string())),
  icon: z.nullable(icon),
  /** Language tags that its resources are translated to. */
  locales: z.readonly(z.array(z.string())),
  /** Part of a set of packages that are installed together; null where it stands alone. */
  splitName: z.nullable(z.string()),
})

const reason = z.object({
  key: z.enum(faultKeys),
  params: z.record(z.string(), z.union([z.string(), z.number()])),
})

export const apkReport = z.object({
  verdict: z.enum(['VERIFIED', 'REFUSED']),
  /** Why it is refused: a text of the contract and what fills its places. */
  reason: z.optional(reason),
  bytes: z.int(),
  /** Of the whole file, in lower-case hexadecimal; empty where it was not read to its end. */
  sha256: z.string(),
  /** What the package says of itself: also of a refused one where that much could be read. */
  facts: z.nullable(facts),
  /** Schemes whose signatures are there and right. */
  schemes: z.readonly(z.array(z.enum(schemes))),
  /** Who signed: of the newest scheme that is there. One, but for old packages with several. */
  signers: z.readonly(z.array(certificate)),
  /** The certificates of a rotated key from the oldest to the signer's; empty without rotation. */
  lineage: z.readonly(z.array(certificate)),
})

export type ApkReport = z.infer<typeof apkReport>
export type ApkFacts = z.infer<typeof facts>
export type ApkCertificate = z.infer<typeof certificate>
export type ApkIcon = z.infer<typeof icon>
export type Scheme = (typeof schemes)[number]
