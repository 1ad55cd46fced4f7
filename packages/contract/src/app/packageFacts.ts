import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { imageName } from '../file/image.ts'
import { appOsKinds, packageName } from './app.ts'

/** What signed a package. */
const signer = once(() =>
  z.object({
    subject: z.string(),
    /** SHA-256 of the certificate, or of the key where there is none, in hexadecimal digits. */
    sha256: z.string(),
    /** Null: of a key without a certificate. */
    validFrom: z.nullable(f.moment()),
    validTo: z.nullable(f.moment()),
    key: z.string(),
    /** Made for development: anybody may have its key. */
    isDebug: z.boolean(),
  }),
)

/** An Ed25519 signature that lies beside its package, in Base64. */
export const packageSignature = () => z.string().check(z.trim(), z.regex(/^[A-Za-z0-9+/]{86}==$/))

/** What a package says of itself; what its system does not know is null or empty. */
export const packageFacts = once(() =>
  z.object({
    osKind: z.enum(appOsKinds),
    packageName: packageName(),
    /** Null: packages of this kind have none, the platform counts them. */
    versionCode: z.nullable(z.int()),
    versionName: z.string(),
    label: z.string(),
    minSdk: z.nullable(z.int()),
    targetSdk: z.nullable(z.int()),
    isDebuggable: z.boolean(),
    isTestOnly: z.boolean(),
    /** Whether it may talk without TLS; null: its system decides. */
    usesCleartext: z.nullable(z.boolean()),
    permissions: z.array(z.string()),
    /** Those that a terminal must have. */
    features: z.array(z.string()),
    /** What its code is compiled for; none: it runs anywhere. */
    abis: z.array(z.string()),
    locales: z.array(z.string()),
    icon: z.nullable(imageName()),
    /** Whether it is one of several packages that are installed together. */
    isSplit: z.boolean(),
    schemes: z.array(z.string()),
    /** Null: it is not signed. */
    signer: z.nullable(signer()),
    /** Signers before this one, of a key that was rotated. */
    lineage: z.array(z.string()),
  }),
)
export type PackageFacts = z.output<ReturnType<typeof packageFacts>>
