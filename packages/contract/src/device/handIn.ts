import * as z from 'zod/mini'
import { once } from '../core/once.ts'
import { short } from './messageParts.ts'

/** Bytes of one part of what a terminal hands in. */
export const handInPartBytes = 1024 * 1024

/** Largest picture of its screen that a terminal hands in. */
export const mostScreenBytes = 4 * 1024 * 1024

/** Bytes that a log may come to when it is unpacked, of so many megabytes at most packed: more is no log. */
export const mostUnpackedLog = (maxMB: number): number => Math.min(256, 20 * maxMB) * 1024 * 1024

/** Lines that a log may have. */
export const mostLogLines = 5_000_000

/** Body of `POST /device/v1/upload/init`; the terminal proves itself as for an MQTT password. */
export const handInWish = once(() =>
  z.object({
    /** Serial number. */
    sn: short(32),
    /** The item of the command that asked for it. */
    item: z.string().check(z.uuid()),
    /** Bytes. */
    size: z.int().check(z.minimum(1)),
    /** SHA-256 of all of it, lower-case hexadecimal. */
    sha256: z.string().check(z.regex(/^[0-9a-f]{64}$/)),
  }),
)

/** Answer: where the bytes go, and from where on they are missing. */
export const handInTicket = once(() =>
  z.object({
    /** Parts go there by `PUT …?at=<first byte>`; `POST …/complete` ends it. */
    url: z.string(),
    /** Until when the address is good, epoch milliseconds. */
    expires: z.int(),
    /** Bytes of a part, at most. */
    partBytes: z.int(),
    /** Bytes that have arrived: an interrupted terminal goes on there. */
    received: z.int(),
  }),
)
export type HandInTicket = z.output<ReturnType<typeof handInTicket>>

/** What a terminal has handed in for an item. */
export const handedFile = once(() =>
  z.object({
    kind: z.enum(['LOG', 'SCREENSHOT']),
    name: z.string(),
    bytes: z.int(),
  }),
)
