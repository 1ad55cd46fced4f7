import * as z from 'zod/mini'
import { down, up } from '../core/deviceMessage.ts'
import { short } from './messageParts.ts'

/** Pictures that one report of trouble names, at most. */
export const mostTroublePhotos = 10

/** Why a report of trouble led to no ticket: too many in a day, or nothing is repaired of a terminal in its state. */
export const troubleRefusals = ['TOO_MANY', 'UNFIT'] as const

/** U-TKT: somebody at the terminal reports trouble with it; D-TKT answers. */
export const troubleReport = up('tkt', () =>
  z.object({
    /** What is wrong, in a few words. */
    title: short().check(z.regex(/\S/)),
    /** What is wrong, at length; numbers as long as those of cards are blotted out. */
    text: z.optional(short(1000)),
    /** Whom to call back. */
    phone: z.optional(short(32)),
    /** Pictures that show it: items of SCREENSHOT by which it has handed them in. Others are left out. */
    photos: z.optional(z.array(z.string().check(z.uuid())).check(z.maxLength(mostTroublePhotos))),
  }),
)

/** D-TKT: what became of a U-TKT, for whoever waits at the terminal; answered again when that comes again. */
export const troubleAnswer = down('tkt', () =>
  z.object({
    /** Id of the U-TKT that it answers. */
    told: short(),
    /** Number of the repair ticket that it opened, or was added to as that was open; without it there is none. */
    no: z.optional(short(32)),
    /** Why there is none. */
    refused: z.optional(z.enum(troubleRefusals)),
    /** What to show to whoever reported it. */
    text: short(200),
  }),
)
