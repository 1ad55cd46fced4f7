import * as z from 'zod/mini'
import { up } from '../core/deviceMessage.ts'
import { once } from '../core/once.ts'
import { traceWish } from '../log/traceWish.ts'
import { count } from './messageParts.ts'

/** Bytes of the lines of one piece of a trace, before they are packed. */
export const mostTraceBytes = 256 * 1024

/** Characters of the packed lines of one piece, in base64. */
const mostPacked = 96 * 1024

/** Arguments of LOG_TRACE_START. */
export const traceArguments = once(() => z.strictObject(traceWish()))
export type TraceArguments = z.output<ReturnType<typeof traceArguments>>

/** Why a terminal ends a trace by itself. */
const traceEnds = ['STOPPED', 'TIME', 'SIZE', 'FAILED'] as const

/** U-LOG: a piece of a trace. */
export const traceChunk = up('log', () =>
  z.object({
    /** The item of the LOG_TRACE_START that asked for it. */
    item: z.string().check(z.uuid()),
    /** From 0 on, each once; what is missing was lost on the way. */
    seq: z.int().check(z.minimum(0), z.maximum(2_147_483_647)),
    /** Lines, each ended by a newline, UTF-8 packed by gzip, in base64; empty: none. */
    data: z.string().check(z.maxLength(mostPacked), z.regex(/^[A-Za-z0-9+/]*={0,2}$/)),
    /** Lines that the terminal threw away before these. */
    lost: z.optional(count()),
    /** It is the last: told to stop, its time is over, it is as large as it may be, or it cannot go on. */
    end: z.optional(z.enum(traceEnds)),
  }),
)
