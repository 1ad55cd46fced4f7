import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { profileStands } from './states.ts'

/** Terminals by a functional profile. */
export const profileFilter = once(() => ({
  /** Where this one is in force. */
  profileId: z.optional(f.id()),
  /** How they stand to it; refused where it is for more terminals than a list counts. */
  profileStand: z.optional(z.enum(profileStands)),
}))
