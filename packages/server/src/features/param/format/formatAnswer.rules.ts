import { isOwnFormat } from '@muster/contract'
import * as z from 'zod/mini'

/** What a plug-in says of itself. */
export const describedFormat = z.object({
  name: z.string().check(
    z.regex(/^[A-Z][A-Z0-9_-]{0,15}$/),
    z.refine((name) => !isOwnFormat(name), 'the product writes this format itself'),
  ),
  extension: z.string().check(z.regex(/^[A-Za-z0-9]{1,8}$/)),
  mediaType: z.string().check(z.maxLength(100), z.regex(/^[\w.+-]+\/[\w.+-]+$/)),
})

/** What a process says: of its plug-in, or of what that has written. */
export const formatAnswer = z.union([
  z.object({ described: describedFormat }),
  z.object({ bytes: z.instanceof(Uint8Array) }),
  z.object({
    fault: z.enum(['noBytes', 'threw', 'tooLarge', 'tooMuchMemory']),
    said: z.optional(z.string()),
  }),
])
export type FormatAnswer = z.output<typeof formatAnswer>
