import * as z from 'zod/mini'
import { faultKeys } from '../fault.ts'

export const packageKinds = ['DEB', 'IPK', 'TAR', 'SWU'] as const
/** How software for terminals without Android is packed. */
export type PackageKind = (typeof packageKinds)[number]

export const packageReport = z.object({
  verdict: z.enum(['VERIFIED', 'REFUSED']),
  /** Why it is refused: a text of the contract and what fills its places. */
  reason: z.optional(
    z.object({
      key: z.enum(faultKeys),
      params: z.record(z.string(), z.union([z.string(), z.number()])),
    }),
  ),
  kind: z.nullable(z.enum(packageKinds)),
  bytes: z.int(),
  /** Of the whole file, in lower-case hexadecimal; empty where it was not read. */
  sha256: z.string(),
  facts: z.nullable(
    z.object({
      name: z.string(),
      version: z.string(),
      /** What it runs on, in the words of its kind, e.g. `arm64`; `all` for anything. */
      architecture: z.string(),
      description: z.string(),
      /** What must be there before, as the package writes it. */
      depends: z.string(),
    }),
  ),
  /** The key whose signature it carries, by the number that the caller gave it; `null`: unsigned. */
  signedBy: z.nullable(z.string()),
})

export type PackageReport = z.infer<typeof packageReport>
export type PackageFacts = NonNullable<PackageReport['facts']>
