import * as z from 'zod/mini'
import { del, get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { sheetOf } from '../core/importCall.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { keptAttributes } from './attribute.ts'
import { fence, fenceKinds, geoPoint } from './fence.ts'

export const stationTypes = ['SHOP', 'BRANCH', 'AGENT', 'WAREHOUSE', 'DEPOT'] as const

export const weekDays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const

/** Hours and minutes, `00:00` to `23:59`. */
const timeOfDay = () => z.string().check(z.regex(/^([01]\d|2[0-3]):[0-5]\d$/))

/** From when until when it is open on a day. */
const opening = once(() => z.strictObject({ from: timeOfDay(), until: timeOfDay() }))
export type Opening = z.output<ReturnType<typeof opening>>

const holiday = once(() =>
  z.strictObject({
    date: f.day(),
    name: f.text(64),
    /** Null: closed. */
    open: f.optional(opening()),
  }),
)
export type Holiday = z.output<ReturnType<typeof holiday>>

export const mostHolidays = 100

/** When it is open, in its own time zone; a day without hours is closed. */
export const businessHours = once(() =>
  z.strictObject({
    mon: f.optional(opening()),
    tue: f.optional(opening()),
    wed: f.optional(opening()),
    thu: f.optional(opening()),
    fri: f.optional(opening()),
    sat: f.optional(opening()),
    sun: f.optional(opening()),
    holidays: z._default(z.array(holiday()).check(z.maxLength(mostHolidays)), []),
  }),
)
export type BusinessHours = z.output<ReturnType<typeof businessHours>>

const degrees = (limit: number) => z.number().check(z.minimum(-limit), z.maximum(limit))

const fields = once(() =>
  z.object({
    name: f.name(128),
    code: f.code(),
    type: z.enum(stationTypes),
    orgId: f.id(),
    merchantName: f.optional(f.text(128)),
    /** Merchant id of the acquirer. */
    mid: f.optional(z.string().check(z.trim(), z.regex(/^[A-Za-z0-9]{1,15}$/))),
    /** Merchant category code (ISO 18245). */
    mcc: f.optional(z.string().check(z.trim(), z.regex(/^[0-9]{4}$/))),
    /** Kinds of terminals that work there; none: any. */
    categoryIds: z._default(z.array(f.id()).check(z.maxLength(50)), []),
    areaId: f.id(),
    address: z.string().check(z.trim(), z.minLength(1), z.maxLength(255)),
    postcode: f.optional(f.text(16)),
    /** Degrees, WGS-84; both or none. */
    latitude: f.optional(degrees(90)),
    longitude: f.optional(degrees(180)),
    timezoneId: f.optional(f.id()),
    businessHours: f.optional(businessHours()),
    contact: z.string().check(z.trim(), z.minLength(1), z.maxLength(64)),
    phone: f.phone().check(z.minLength(3)),
    email: f.optional(f.email()),
    /** How many terminals should be there. */
    expectedDevices: f.optional(z.int().check(z.minimum(0), z.maximum(1_000_000))),
    attributes: keptAttributes(),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    name: z.optional(f.text(128)),
    code: z.optional(f.text(64)),
    type: z.optional(z.enum(stationTypes)),
    /** Only the subtree of this organisation, itself included. */
    orgId: z.optional(f.id()),
    areaId: z.optional(f.id()),
    /** Where terminals of this kind work. */
    categoryId: z.optional(f.id()),
    mcc: z.optional(z.string().check(z.regex(/^[0-9]{4}$/))),
    /** Whether terminals are there. */
    hasDevices: z.optional(z.enum(['0', '1'])),
    /** Whether there are more or fewer than expected. */
    mismatch: z.optional(z.enum(['1'])),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  orgName: z.string(),
  areaName: z.string(),
  timezoneName: z.nullable(z.string()),
  categories: z.array(z.object({ id: f.id(), name: z.string() })),
  deviceCount: z.int(),
  /** 1: terminals are there. */
  hasDevices: z.int(),
  /** 1: there are more or fewer than expected. */
  mismatch: z.int(),
  fenceKind: z.nullable(z.enum(fenceKinds)),
  /** Metres. */
  fenceRadius: z.nullable(z.int()),
}))

/** The path that the calls of stations share. */
export const stationsPath = '/admin/device/v1/station'

/** So many serial numbers go into one call. */
export const mostScanned = 1000
/** So many duplicates are merged at once. */
export const mostMerged = 50
/** So many codes are printed on one page. */
export const mostPrinted = 500

const ofStation = once(() => z.strictObject({ id: f.id() }))
const scanned = once(() =>
  z.strictObject({
    stationId: f.id(),
    sns: z.array(f.serialNumber()).check(z.minLength(1), z.maxLength(mostScanned)),
  }),
)
/** What became of a pasted list. */
const scanResult = once(() =>
  z.object({
    count: z.int(),
    /** Were so already. */
    same: z.int(),
    /** Nobody has them, or nobody that the caller sees. */
    unknown: z.array(z.string()),
    refused: z.array(z.object({ sn: z.string(), reason: z.string() })),
  }),
)

const merging = once(() =>
  z.strictObject({
    /** The station that stays. */
    keepId: f.id(),
    /** Those that go to the recycle bin. */
    ids: z.array(f.id()).check(z.minLength(1), z.maxLength(mostMerged)),
  }),
)

const fenceSide = once(() => z.nullable(z.enum(['IN', 'OUT'])))

/** What another fence changes for the terminals that it is for. */
const fenceImpact = once(() =>
  z.object({
    total: z.int(),
    inside: z.int(),
    outside: z.int(),
    /** Without a position, or too near to the border for what is known of it. */
    unknown: z.int(),
    /** Those that the fence in force finds on the other side. */
    leaving: z.int(),
    entering: z.int(),
    rows: z.optional(
      z.array(
        z.object({
          sn: z.string(),
          name: z.nullable(z.string()),
          orgName: z.string(),
          before: fenceSide(),
          after: fenceSide(),
        }),
      ),
    ),
  }),
)
export type FenceImpact = z.output<ReturnType<typeof fenceImpact>>

/** Which terminals a list of serial numbers would bring to a station, or take away from it. */
const placeImpact = once(() =>
  z.object({
    /** Those that were named. */
    total: z.int(),
    may: z.int(),
    /** Of these, how many stand at another station now. */
    leaving: z.int(),
    /** Each that changes, where that was asked for. */
    rows: z.optional(
      z.array(
        z.object({
          sn: z.string(),
          name: z.nullable(z.string()),
          orgName: z.string(),
          /** Where it stands now. */
          stationName: z.nullable(z.string()),
        }),
      ),
    ),
  }),
)
export type PlaceImpact = z.output<ReturnType<typeof placeImpact>>

/** The terminals of a station that goes to another organisation. */
const stationImpact = once(() =>
  z.object({
    total: z.int(),
    /** Of these, how many keep it where it is: they are of another branch. */
    odd: z.int(),
    rows: z.optional(
      z.array(
        z.object({
          sn: z.string(),
          name: z.nullable(z.string()),
          orgName: z.string(),
          isOdd: z.boolean(),
        }),
      ),
    ),
  }),
)
export type StationImpact = z.output<ReturnType<typeof stationImpact>>

/** What a place is that was found without asking anybody outside. */
const placeKinds = ['CITY', 'COUNTRY', 'STATION'] as const

const foundPlace = once(() =>
  z.object({
    kind: z.enum(placeKinds),
    name: z.string(),
    /** Where it is: the country of a city, the address of a station. */
    within: z.nullable(z.string()),
    ...geoPoint().shape,
    /** From the place that was asked about; null: it was found by name, or contains it. */
    kilometres: z.nullable(z.number()),
  }),
)
export type FoundPlace = z.output<ReturnType<typeof foundPlace>>

/** So many places are answered. */
export const mostFoundPlaces = 10

/** Places where terminals work. */
export const stations = {
  ...recyclable(stationsPath, 'STATION', { fields, filter, shown }),
  bind: post(`${stationsPath}/bind`, 'STATION_BIND', () => ({
    body: scanned(),
    reply: scanResult(),
  })),
  unbind: del(`${stationsPath}/unbind`, 'STATION_BIND', () => ({
    body: scanned(),
    reply: scanResult(),
  })),
  /** Changes nothing: which terminals {@link stations.bind} would place, or `unbind` take away. */
  placeImpact: post(`${stationsPath}/bind/impact`, 'STATION_BIND', () => ({
    body: z.strictObject({
      ...scanned().shape,
      to: z.enum(['HERE', 'AWAY']),
      withRows: z._default(z.boolean(), false),
    }),
    reply: placeImpact(),
  })),
  /** Changes nothing: whose terminals stand at a station that another organisation gets. */
  moveImpact: post(`${stationsPath}/move/impact/{id}`, 'STATION_EDIT', () => ({
    params: ofStation(),
    body: z.strictObject({ orgId: f.id(), withRows: z._default(z.boolean(), false) }),
    reply: stationImpact(),
  })),
  /** Stations that may be one, and how many terminals would move from each. */
  mergePreview: post(`${stationsPath}/merge/preview`, 'STATION_BIND', () => ({
    body: z.strictObject({
      ids: z.array(f.id()).check(z.minLength(1), z.maxLength(mostMerged + 1)),
    }),
    reply: z.array(
      z.object({
        id: f.id(),
        name: z.string(),
        code: z.string(),
        address: z.string(),
        orgName: z.string(),
        deviceCount: z.int(),
      }),
    ),
  })),
  /**
   * Changes nothing: places by a name or an address, or the nearest city and the country of a position.
   * By what comes with the platform, the cities and countries of its map, and by the caller's stations.
   */
  geocode: post(`${stationsPath}/geocode`, 'STATION_LIST', () => ({
    body: z
      .strictObject({
        text: z.optional(f.text(255).check(z.minLength(1))),
        at: z.optional(geoPoint()),
      })
      .check(
        z.refine(({ text, at }) => (text === undefined) !== (at === undefined), {
          error: 'rule.required',
          path: ['text'],
        }),
      ),
    reply: z.array(foundPlace()),
  })),
  /** Moves the terminals of duplicates to one station; needs the right to delete stations as well. */
  merge: post(`${stationsPath}/merge`, 'STATION_BIND', () => ({
    body: merging(),
    reply: z.object({ devices: z.int(), removed: z.int() }),
  })),
  geofence: get(`${stationsPath}/geofence/{id}`, 'STATION_GEOFENCE', () => ({
    params: ofStation(),
    reply: z.object({
      id: f.id(),
      version: z.int(),
      latitude: z.nullable(z.number()),
      longitude: z.nullable(z.number()),
      fence: z.nullable(fence()),
      /** Terminals of the station: the fence is for them. */
      deviceCount: z.int(),
      /** The zone by whose clock the fence holds; null: nobody has said. */
      timeZone: z.nullable(z.string()),
      /** Serial numbers of terminals that may leave it. */
      whitelist: z.array(z.string()),
    }),
  })),
  setGeofence: put(`${stationsPath}/geofence/{id}`, 'STATION_GEOFENCE', () => ({
    params: ofStation(),
    body: z.strictObject({ version: z.int(), fence: z.nullable(fence()) }),
    reply: z.object({ version: z.int(), deviceCount: z.int() }),
  })),
  /** Changes nothing: on which side of a fence (else of that in force) its terminals are by their latest positions. */
  fenceImpact: post(`${stationsPath}/geofence/impact/{id}`, 'STATION_GEOFENCE', () => ({
    params: ofStation(),
    body: z.strictObject({
      fence: z.optional(z.nullable(fence())),
      /** Where the station is to lie. */
      place: z.optional(geoPoint()),
      withRows: z._default(z.boolean(), false),
    }),
    reply: fenceImpact(),
  })),
  /** Names the terminals that may leave the fence: these, and no others. */
  whitelist: post(`${stationsPath}/geofence/whitelist`, 'STATION_GEOFENCE', () => ({
    body: z.strictObject({
      stationId: f.id(),
      sns: z.array(f.serialNumber()).check(z.maxLength(mostScanned)),
    }),
    reply: z.object({ count: z.int(), unknown: z.array(z.string()) }),
  })),
  /** What the codes say that terminals read to become active. */
  qr: get(`${stationsPath}/qr/{id}`, 'STATION_DETAIL', () => ({
    params: ofStation(),
    reply: z.object({
      name: z.string(),
      code: z.string(),
      address: z.string(),
      orgName: z.string(),
      terminals: z.array(
        z.object({
          id: f.id(),
          sn: z.string(),
          name: z.nullable(z.string()),
          tid: z.nullable(z.string()),
          /** What its code says; null: it has no terminal id, by which it could be activated. */
          text: z.nullable(z.string()),
        }),
      ),
      /** Terminals beyond {@link mostPrinted}. */
      more: z.int(),
    }),
  })),
}
export type Station = RowOf<typeof stations>

/** Stations as rows of a sheet. */
export const stationSheet = sheetOf(stations, {
  key: 'code',
  words: { type: 'station.type' },
  columns: {
    code: 'station.code',
    name: 'station.name',
    type: 'station.type',
    orgId: 'station.organization',
    merchantName: 'station.merchant',
    mid: 'station.mid',
    mcc: 'station.mcc',
    categoryIds: 'station.categories',
    areaId: 'station.area',
    address: 'station.address',
    postcode: 'station.postcode',
    latitude: 'station.latitude',
    longitude: 'station.longitude',
    timezoneId: 'station.timezone',
    contact: 'station.contact',
    phone: 'station.phone',
    email: 'station.email',
    expectedDevices: 'station.expected',
    remark: 'station.remark',
  },
})
