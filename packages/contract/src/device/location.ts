import * as z from 'zod/mini'
import { download, get, post } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf } from '../core/page.ts'
import { once } from '../core/once.ts'
import { bboxText } from './area.ts'
import { devicePlace, devices } from './device.ts'
import { fenceArea } from './fence.ts'
import { presences } from './states.ts'
import { taskItem } from './taskItemRow.ts'

/** Where a terminal is by its latest report; `id` is the terminal's. */
const location = once(() =>
  z.object({
    id: f.id(),
    version: z.int(),
    sn: z.string(),
    name: z.nullable(z.string()),
    orgId: f.id(),
    orgName: z.string(),
    modelName: z.string(),
    presence: z.enum(presences),
    status: f.status(),
    /** Degrees, WGS-84. */
    latitude: z.number(),
    longitude: z.number(),
    /** Metres. */
    accuracy: z.nullable(z.number()),
    source: z.string(),
    /** Since when it is there. */
    movedAt: f.moment(),
    reportedAt: f.moment(),
  }),
)
export type Location = z.output<ReturnType<typeof location>>

/** Terminals that are shown as one mark. */
const cluster = once(() =>
  z.object({
    /** Their middle; degrees, WGS-84. */
    latitude: z.number(),
    longitude: z.number(),
    count: z.int(),
    /** How many of them are online; null where there are too many to ask each. */
    online: z.nullable(z.int()),
    /** The one that there is. */
    device: z.nullable(z.object({ id: f.id(), sn: z.string(), presence: z.enum(presences) })),
  }),
)
export type LocationCluster = z.output<ReturnType<typeof cluster>>

/** The path that the calls of locations share. */
export const locationsPath = '/admin/device/v1/location'
const ofDevice = once(() => ({ params: z.strictObject({ deviceId: f.id() }) }))

/** From when until when: a day, also where it has 25 hours. */
const span = once(() => ({ from: f.moment(), until: f.moment() }))
/** Hours that a track spans at most. */
export const longestTrack = 48

const asked = once(() => devices.page.schemas.query)
const track = once(() =>
  z.object({
    /** Where it was when the time began; null: nothing is known of before. */
    before: z.nullable(devicePlace()),
    /** Where it came to stand, in the order of time. */
    places: z.array(devicePlace()),
  }),
)
export type Track = z.output<ReturnType<typeof track>>

/** A track, with the fence that the terminal belongs in now; null: its station has none. */
const fencedTrack = once(() =>
  z.extend(track(), {
    fence: z.nullable(z.object({ stationName: z.string(), area: fenceArea() })),
  }),
)
export type FencedTrack = z.output<ReturnType<typeof fencedTrack>>

const detailOf = (map: '' | '/zh', permission: string) => ({
  detail: get(`${locationsPath}/detail${map}/{deviceId}`, permission, () => ({
    ...ofDevice(),
    reply: z.nullable(location()),
  })),
  track: get(`${locationsPath}/track${map}/{deviceId}`, permission, () => ({
    ...ofDevice(),
    query: z.strictObject(span()),
    reply: fencedTrack(),
  })),
})
const world = detailOf('', 'DEVICE_LOCATION_DETAIL')
const china = detailOf('/zh', 'DEVICE_LOCATION_DETAIL_ZH')

/** Where terminals are. Coordinates are WGS-84 in every call; the China map converts what it shows. */
export const locations = {
  /** Terminals that have said where they are; sorted and filtered as terminals are. */
  page: get(`${locationsPath}/page`, 'DEVICE_LOCATION_LIST', () => ({
    query: asked(),
    reply: pageOf(location()),
  })),
  /** What a map shows of them: one mark for those that lie close together at this zoom. */
  cluster: get(`${locationsPath}/cluster`, 'DEVICE_LOCATION_LIST', () => ({
    query: z.extend(
      z.omit(asked(), { pageNum: true, pageSize: true, sortField: true, sortOrder: true }),
      {
        bbox: bboxText(),
        zoom: z.coerce.number().check(z.minimum(0), z.maximum(24)),
      },
    ),
    reply: z.object({
      clusters: z.array(cluster()),
      /** There are more in view than are looked at under these filters: some are missing. */
      capped: z.boolean(),
    }),
  })),
  detail: world.detail,
  track: world.track,
  detailZh: china.detail,
  trackZh: china.track,
  /** Asks the terminal where it is. */
  refresh: post(`${locationsPath}/refresh/{deviceId}`, 'DEVICE_LOCATION_REFRESH', () => ({
    ...ofDevice(),
    reply: taskItem(),
  })),
  exportTrack: download(
    get(`${locationsPath}/track/export/{deviceId}`, 'DEVICE_LOCATION_EXPORT', () => ({
      ...ofDevice(),
      query: z.strictObject({ ...span(), format: z.enum(['gpx', 'csv']) }),
    })),
  ),
  /** The map that the operator has set up in place of the one that comes with the console. */
  style: get(`${locationsPath}/style`, 'signedIn', () => ({
    reply: z.object({ url: z.nullable(z.string()) }),
  })),
}
