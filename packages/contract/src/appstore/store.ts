import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'

/** Days that a terminal's report about banners may be late. */
export const lateBannerDays = 7

const times = () => z._default(z.int().check(z.minimum(0), z.maximum(10_000)), 0)

/** Body of `POST /device/v1/store/event`: what a terminal has shown since its last report. */
export const storeReport = once(() =>
  z.object({
    sn: f.serialNumber(),
    /** The terminal's own name of this report: sent again, it counts once. */
    id: z.string().check(z.regex(/^[A-Za-z0-9_-]{1,64}$/)),
    banners: z
      .array(z.object({ id: f.id(), day: f.day(), views: times(), clicks: times() }))
      .check(z.minLength(1), z.maxLength(100)),
  }),
)
export type StoreReport = z.output<ReturnType<typeof storeReport>>

/** Body of `POST /device/v1/store/install/{versionId}`: a terminal's user wants what its store shows. */
export const storeInstall = once(() => z.object({ sn: f.serialNumber() }))

/** What of the answer of `GET /device/v1/store/apps` a choice is made by. */
export const storeOffers = once(() =>
  z.object({
    apps: z.array(
      z.object({
        package: z.string(),
        name: z.string(),
        version: z.object({ id: f.id(), code: z.int(), name: z.string() }),
      }),
    ),
  }),
)
export type StoreOffer = z.output<ReturnType<typeof storeOffers>>['apps'][number]
