import type { Context } from '../../../kit/context.ts'
import { openedText, sealedForDocument } from './layers.queries.ts'

/** A document and its schema, as they were typed. */
export interface Said {
  readonly document: string
  readonly schema: string | null
}

interface Held {
  readonly id: string
  readonly document: string | null
  readonly sealed: Buffer | null
  readonly schema: string | null
}

export const saidBy = ({ platform }: Context, { id, schema, ...held }: Held): Said => ({
  document: openedText(platform, id, held),
  schema,
})

/** What a draft is kept as. */
export function kept(
  { platform: { secrets } }: Context,
  { id, encrypt }: { readonly id: string; readonly encrypt: boolean },
  { document, schema }: Said,
) {
  const size = Buffer.byteLength(document)
  if (!encrypt) return { schema, size, document, sealed: null }
  const sealed = secrets.seal(Buffer.from(document), sealedForDocument(id))
  return { schema, size, document: null, sealed }
}
