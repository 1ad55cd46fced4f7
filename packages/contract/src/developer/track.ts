import * as z from 'zod/mini'
import { batchReply } from '../core/batch.ts'
import { get, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'

/** Terminals that a track may have at most. */
export const mostTrackDevices = 500

/** IDLE: nothing is tested; EXPIRED: its days are over, and terminals get the version no more. */
export const trackStates = ['IDLE', 'RUNNING', 'EXPIRED'] as const

const fields = once(() =>
  z.object({
    name: f.name(),
    appId: f.id(),
    maxDevices: z._default(z.int().check(z.minimum(1), z.maximum(mostTrackDevices)), 20),
    /** Days that a version is tested for. */
    expiryDays: z._default(z.int().check(z.minimum(1), z.maximum(90)), 30),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    appId: z.optional(f.id()),
    state: z.optional(z.enum(trackStates)),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  appName: z.string(),
  orgId: f.id(),
  apkId: z.nullable(f.id()),
  apkVersion: z.nullable(z.string()),
  state: z.enum(trackStates),
  startedAt: z.nullable(f.moment()),
  expiresAt: z.nullable(f.moment()),
  deviceCount: z.int(),
}))

/** The path that the calls of test tracks share. */
export const tracksPath = '/admin/developer/v1/track'
const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)

/**
 * Test tracks: a version that is approved, and not online yet, goes to the terminals of its track and to
 * no others, until the track's days are over.
 */
export const testTracks = {
  ...recyclable(tracksPath, 'APP_DEV_TRACK', { fields, filter, shown }),
  devices: get(`${tracksPath}/device/{id}`, 'APP_DEV_TRACK_DETAIL', () => ({
    ...withId(),
    reply: z.array(z.object({ id: f.id(), sn: z.string(), modelName: z.string() })),
  })),
  /** These terminals and no others, by serial number. */
  setDevices: put(`${tracksPath}/device/{id}`, 'APP_DEV_TRACK_EDIT', () => ({
    ...withId(),
    body: z.strictObject({
      sns: z.array(f.serialNumber()).check(z.maxLength(mostTrackDevices)),
    }),
    reply: batchReply(),
  })),
  /** Approved versions of its application that are not online. */
  versions: get(`${tracksPath}/version/{id}`, 'APP_DEV_TRACK_DETAIL', () => ({
    ...withId(),
    reply: z.array(z.object({ id: f.id(), name: z.string() })),
  })),
  /** Begins its days with a version, and brings it to its terminals. */
  start: put(`${tracksPath}/start/{id}`, 'APP_DEV_TRACK_EDIT', () => ({
    ...withId(),
    body: z.strictObject({ apkId: f.id() }),
    reply: z.object({ pushId: f.id() }),
  })),
  /** Ends the test before its days are over. */
  end: put(`${tracksPath}/end/{id}`, 'APP_DEV_TRACK_EDIT', () => ({
    ...withId(),
    reply: batchReply(),
  })),
}
export type TestTrack = RowOf<typeof testTracks>
