import * as z from 'zod/mini'
import { get, type ReplyOf } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { devicesPath } from './device.ts'
import { keyStates, keyTypes } from './keyKinds.ts'

/** What happens to the keys of a terminal; a slot that is no more is removed. */
export const keyCodes = [
  'KEY_INJECTED',
  'KEY_CHANGED',
  'KEY_MISSING',
  'KEY_EXPIRED',
  'KEY_REMOVED',
] as const
export type KeyCode = (typeof keyCodes)[number]

const slot = once(() =>
  z.object({
    slot: z.string(),
    type: z.enum(keyTypes),
    kcv: z.nullable(z.string()),
    ksi: z.nullable(z.string()),
    injectedAt: z.nullable(f.moment()),
    expiresAt: z.nullable(f.moment()),
    /** As the terminal says; EXPIRED as well once the moment of its end has passed. MISSING also where its model demands it and it tells of none. */
    state: z.enum(keyStates),
    /** Its model demands this key in this slot. */
    isRequired: z.boolean(),
    /** When it was told differently last; null: it never told of it. */
    changedAt: z.nullable(f.moment()),
  }),
)

const event = once(() =>
  z.object({
    id: f.id(),
    code: z.enum(keyCodes),
    at: f.moment(),
    slot: z.string(),
    type: z.enum(keyTypes),
    /** Check values before and after; of a key that is known by its KSI alone, that. */
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
  }),
)

/** Which keys terminals hold: by their check values, never a key. */
export const deviceKeys = {
  slots: get(`${devicesPath}/{id}/keys`, 'DEVICE_DETAIL', () => ({
    params: z.strictObject({ id: f.id() }),
    reply: z.object({
      /** When it told of them last; null: never. */
      toldAt: z.nullable(f.moment()),
      slots: z.array(slot()),
      /** What came, went and changed, the newest first. */
      events: z.array(event()),
      /** Until when the card industry approves of its model (PCI PTS); null: no approval is known. */
      approvedUntil: z.nullable(f.day()),
    }),
  })),
}
export type KeySlotRow = ReplyOf<typeof deviceKeys.slots>['slots'][number]
export type KeyEvent = ReplyOf<typeof deviceKeys.slots>['events'][number]
