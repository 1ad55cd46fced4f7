import * as z from 'zod/mini'
import { batchReply } from '../core/batch.ts'
import { get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { placeBefore } from '../core/placeBefore.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { imageName } from '../file/image.ts'

/** Where a terminal shows it: above the store, among the featured, on the idle screen, in the launcher. */
export const bannerPlacements = ['TOP', 'FEATURED', 'IDLE', 'LAUNCHER'] as const

/** Where a press on it leads. */
export const bannerTargets = ['NONE', 'URL', 'APP'] as const

/** DRAFT: not published yet. OFF: published and disabled. The others follow from its span. */
export const bannerStates = ['DRAFT', 'SCHEDULED', 'SHOWING', 'ENDED', 'OFF'] as const
export type BannerState = (typeof bannerStates)[number]

/** The pictures of a banner, each of exactly so many pixels. */
export const bannerSizes = {
  imageWide: { width: 1024, height: 400 },
  imageNarrow: { width: 720, height: 300 },
} as const

/** Days that the figures of a banner go back. */
export const bannerStatDays = 30

const languageCode = () => z.string().check(z.maxLength(16), z.regex(/^[A-Za-z0-9-]+$/))
const ids = (most: number) => z._default(z.array(f.id()).check(z.maxLength(most)), [])
const optionalNumber = (least: number, most: number) =>
  f.optional(z.int().check(z.minimum(least), z.maximum(most)))

const fields = once(() =>
  z.object({
    title: f.text(64).check(z.minLength(1)),
    /** Whose it is; it is shown at this organisation and below. */
    orgId: f.id(),
    placement: z.enum(bannerPlacements),
    /** Both are needed to publish it. */
    imageWide: f.optional(imageName()),
    imageNarrow: f.optional(imageName()),
    targetType: z._default(z.enum(bannerTargets), 'NONE'),
    targetUrl: f.optional(f.webAddress()),
    targetAppId: f.optional(f.id()),
    /** Only there, and below; empty: wherever its organisation reaches. */
    orgIds: ids(100),
    modelIds: ids(100),
    languages: z._default(z.array(languageCode()).check(z.maxLength(20)), []),
    sort: z._default(z.int().check(z.minimum(0), z.maximum(999)), 0),
    startAt: f.moment(),
    endAt: f.moment(),
    /** How often a terminal shows it within a day. */
    maxPerDay: optionalNumber(1, 10_000),
    /** How long the idle screen shows it. */
    seconds: optionalNumber(1, 3600),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    orgId: z.optional(f.id()),
    placement: z.optional(z.enum(bannerPlacements)),
    targetType: z.optional(z.enum(bannerTargets)),
    state: z.optional(z.enum(bannerStates)),
    modelId: z.optional(f.id()),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const namedRecord = once(() => z.object({ id: f.id(), name: z.string() }))

const shown = once(() => ({
  orgName: z.string(),
  state: z.enum(bannerStates),
  publishedAt: z.nullable(f.moment()),
  targetAppName: z.nullable(z.string()),
  organizations: z.array(namedRecord()),
  models: z.array(namedRecord()),
  views: z.int(),
  clicks: z.int(),
}))

/** The path that the calls of banners share. */
export const bannersPath = '/admin/appstore/v1/banner'
const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)

/** Pictures in the store, the launcher and on the idle screen of terminals. */
export const banners = {
  ...recyclable(bannersPath, 'APPSTORE_BANNER', { fields, filter, shown }),
  /** Terminals show it from its beginning to its end. */
  publish: put(`${bannersPath}/publish/{id}`, 'APPSTORE_BANNER_EDIT', () => ({
    ...withId(),
    reply: batchReply(),
  })),
  /** A draft with all that it says but its figures. */
  copy: post(`${bannersPath}/copy/{id}`, 'APPSTORE_BANNER_ADD', () => ({
    ...withId(),
    reply: z.object({ id: f.id() }),
  })),
  /** Puts a banner before another one of its organisation and placement, or behind all (null). */
  sort: put(`${bannersPath}/sort`, 'APPSTORE_BANNER_EDIT', placeBefore),
  /** How often it was seen and pressed, day by day. */
  stat: get(`${bannersPath}/stat/{id}`, 'APPSTORE_BANNER_DETAIL', () => ({
    ...withId(),
    reply: z.object({
      views: z.int(),
      clicks: z.int(),
      days: z.array(z.object({ day: f.day(), views: z.int(), clicks: z.int() })),
    }),
  })),
}
export type Banner = RowOf<typeof banners>
