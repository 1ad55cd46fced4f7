import * as z from 'zod/mini'
import { up } from '../core/deviceMessage.ts'
import { once } from '../core/once.ts'
import { keySlotPattern, keyStates, keyTypes, mostKeySlots } from './keyKinds.ts'
import { epoch } from './messageParts.ts'

/** So many hexadecimal digits: nothing of the length of a key has room. */
const digits = (from: number, to: number) =>
  z.string().check(z.regex(new RegExp(`^[0-9A-Fa-f]{${from},${to}}$`)))

const slots = once(() =>
  z
    .array(
      z.strictObject({
        slot: z.string().check(z.regex(keySlotPattern)),
        type: z.enum(keyTypes),
        /** Key check value. */
        kcv: z.optional(digits(6, 10)),
        /** Key set identifier (DUKPT), without the counter. */
        ksi: z.optional(digits(10, 20)),
        /** When the key came into it, and until when it may be used. */
        injectedAt: z.optional(epoch()),
        expiresAt: z.optional(epoch()),
        state: z.enum(keyStates),
      }),
    )
    .check(z.maxLength(mostKeySlots)),
)

/** U-KEY: which keys it holds, at its start, once a day and when that changes; by their check values, never a key. */
export const keyReport = up('key', () =>
  z.strictObject({
    /** All of its key slots `{slot, type, kcv, ksi, injectedAt, expiresAt, state}`. `slot`: 0 to 65535, or a name of up to 15 characters; each with a `type` once. `type`: `DUKPT_PIN`, `DUKPT_DATA`, `DUKPT_MAC`, `MASTER_SESSION`, `TMK`, `TPK`, `TAK`, `TDK`, `KBPK`, `TR34`, `RSA` or `OTHER`. `kcv`: check value, 6 to 10 hexadecimal digits; `ksi`: key set identifier, 10 to 20; both may be left out. Times are epoch milliseconds. `state`: `OK`, `MISSING` (a key belongs there and is not) or `EXPIRED`. A slot that is left out is no more; empty: it has none. */
    slots: slots(),
    /** When it looked, epoch milliseconds of its clock. */
    at: epoch(),
  }),
)
