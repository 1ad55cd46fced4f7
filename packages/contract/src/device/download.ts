import * as z from 'zod/mini'
import { once } from '../core/once.ts'
import { short } from './messageParts.ts'

/** Bytes of each part whose hash a ticket tells. */
export const downloadPartBytes = 4 * 1024 * 1024

/** Body of `POST /device/v1/download/ticket`; the terminal proves itself as for an MQTT password. */
export const ticketWish = once(() =>
  z.object({
    /** Serial number. */
    sn: short(32),
    /** The task's `artifact.ticket`. */
    ticket: short(),
  }),
)

/** Answer: where the bytes are, and what they come to. */
export const downloadTicket = once(() =>
  z.object({
    url: z.string(),
    /** Until when the address is good, epoch milliseconds. */
    expires: z.int(),
    /** Bytes. */
    size: z.int(),
    /** SHA-256 of the file, lower-case hexadecimal. */
    sha256: z.string(),
    /** Parts of it may be asked for. */
    ranges: z.literal(true),
    /** Bytes of each chunk but the last. */
    chunkBytes: z.int(),
    /** SHA-256 of each chunk, lower-case hexadecimal; empty where they are not known. */
    chunks: z.array(z.string()),
    /** Other addresses of the same bytes. */
    mirrors: z.array(z.string()),
  }),
)
export type DownloadTicket = z.output<ReturnType<typeof downloadTicket>>
