import * as z from 'zod/mini'
import { get, type ReplyOf } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { accessoryKinds } from './accessoryKinds.ts'
import { devicesPath } from './device.ts'

/** What happens to what belongs to a terminal: it came, it went, it runs other software. */
export const accessoryCodes = ['ACCESSORY_JOINED', 'ACCESSORY_LEFT', 'ACCESSORY_CHANGED'] as const
export type AccessoryCode = (typeof accessoryCodes)[number]

const accessory = once(() =>
  z.object({
    kind: z.enum(accessoryKinds),
    sn: z.string(),
    model: z.nullable(z.string()),
    firmware: z.nullable(z.string()),
    apps: z.array(z.object({ p: z.string(), v: z.nullable(z.string()) })),
    /** Since when it is at this terminal. */
    since: f.moment(),
    /** When what it is was reported differently last. */
    changedAt: f.moment(),
  }),
)

const event = once(() =>
  z.object({
    id: f.id(),
    code: z.enum(accessoryCodes),
    at: f.moment(),
    kind: z.enum(accessoryKinds),
    sn: z.string(),
    /** Firmware before and after, where that is what changed. */
    from: z.nullable(z.string()),
    to: z.nullable(z.string()),
    /** The terminal that it came from or went to, for who sees that one. */
    otherId: z.nullable(f.id()),
    otherSn: z.nullable(z.string()),
  }),
)

/** What belongs to a terminal beside itself: PIN pads, bases, printers. */
export const deviceAccessories = {
  accessories: get(`${devicesPath}/{id}/accessories`, 'DEVICE_DETAIL', () => ({
    params: z.strictObject({ id: f.id() }),
    reply: z.object({
      /** When it told of them last; null: never. */
      reportedAt: z.nullable(f.moment()),
      accessories: z.array(accessory()),
      /** What came, went and changed, the newest first. */
      events: z.array(event()),
    }),
  })),
}
export type AccessoryRow = ReplyOf<typeof deviceAccessories.accessories>['accessories'][number]
export type AccessoryEvent = ReplyOf<typeof deviceAccessories.accessories>['events'][number]
