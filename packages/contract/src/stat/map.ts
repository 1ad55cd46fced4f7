import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { bboxText } from '../device/area.ts'
import { locations } from '../device/location.ts'
import { estateFilter } from './estate.ts'
import type { TableOf } from './table.ts'

/** Kinds of areas that terminals are added up to. */
export const mapLevels = ['country', 'province', 'city'] as const
export type MapLevel = (typeof mapLevels)[number]

/** So many days of areas are kept, today included. */
export const mapDays = 92

/** Below so many percent a signal is weak. */
export const weakSignal = 40

const whole = once(() => z.int())
const view = once(() => ({
  bbox: bboxText(),
  zoom: z.coerce.number().check(z.minimum(0), z.maximum(24)),
}))

/** What is counted of an area. */
const counts = once(() => ({
  terminals: whole(),
  /** Of a day that has passed: the mean of its hours. */
  online: z.number(),
  /** Terminals with open alarms. */
  alarmed: whole(),
  /** Terminals with a command of the last 24 hours that failed. */
  failing: whole(),
}))
export type MapCounts = z.output<z.ZodMiniObject<ReturnType<typeof counts>>>

const area = once(() =>
  z.object({
    ...counts(),
    areaId: f.id(),
    name: z.string(),
    /** Of a country: what the map knows it by. */
    iso2: z.nullable(z.string()),
    /** The middle of its terminals that have said where they are; degrees, WGS-84. */
    at: z.nullable(z.object({ latitude: z.number(), longitude: z.number() })),
  }),
)
export type MapArea = z.output<ReturnType<typeof area>>

const station = once(() =>
  z.object({
    stationId: f.id(),
    name: z.string(),
    orgName: z.string(),
    areaName: z.string(),
    /** Degrees, WGS-84; null: nobody has said. */
    latitude: z.nullable(z.number()),
    longitude: z.nullable(z.number()),
    /** Terminals outside of its fence. */
    outside: whole(),
  }),
)
export type MapStation = z.output<ReturnType<typeof station>>

const square = once(() =>
  z.object({
    /** Degrees, WGS-84. */
    west: z.number(),
    south: z.number(),
    east: z.number(),
    north: z.number(),
    /** Terminals that have told how well they hear. */
    told: whole(),
    /** Those of them below {@link weakSignal} percent. */
    weak: whole(),
    /** The mean, percent. */
    signal: z.number(),
  }),
)
export type SignalSquare = z.output<ReturnType<typeof square>>

const base = '/admin/stat/v1/map'

/** Which areas, and of when. */
export const areaAsked = once(() => ({
  ...estateFilter(),
  level: z._default(z.enum(mapLevels), 'country'),
  /** A day that has passed, in UTC; none: now. */
  day: z.optional(f.day()),
}))

const inTenths = (value: number): number => Math.round(value * 10) / 10

/** The table of areas. */
export const areaTable: TableOf<MapCounts> = {
  columns: [
    'stat.map.area',
    'workbench.terminals',
    'stat.map.metric.online',
    'stat.map.onlineRate',
    'stat.map.metric.alarmed',
    'stat.map.metric.failing',
  ],
  cells: ({ terminals, online, alarmed, failing }) => [
    terminals,
    inTenths(online),
    terminals === 0 ? null : inTenths((online * 100) / terminals),
    alarmed,
    failing,
  ],
}

/** STATISTICS_MAP: figures where terminals stand; each is cut to the caller's scope. */
export const mapStat = {
  /** Terminals by the area of their station, else of their organisation. */
  area: get(`${base}/area`, 'STATISTICS_MAP', () => ({
    query: z.strictObject(areaAsked()),
    reply: z.object({
      /** Those with most terminals first. */
      areas: z.array(area()),
      /** Terminals that stand in no area of this kind. */
      elsewhere: z.object(counts()),
      /** The first day that is known of; null: none. */
      firstDay: z.nullable(f.day()),
      /** When it was counted; null: never. */
      countedAt: z.nullable(f.moment()),
    }),
  })),
  /** What a map shows of them: one mark for those that lie close together at this zoom. */
  cluster: get(`${base}/cluster`, 'STATISTICS_MAP', () => ({
    query: z.strictObject({ ...estateFilter(), ...view() }),
    reply: locations.cluster.schemas.reply,
  })),
  /** Stations whose terminals have left their fence, and stations that have none. */
  fence: get(`${base}/fence`, 'STATISTICS_MAP', () => ({
    query: z.strictObject(estateFilter()),
    reply: z.object({
      outside: whole(),
      /** Those with most terminals outside, as many as are shown. */
      left: z.array(station()),
      /** Stations without terminals, whatever the model. */
      empty: whole(),
      bare: z.array(station()),
    }),
  })),
  /** How well terminals hear, by squares of the map. */
  signal: get(`${base}/signal`, 'STATISTICS_MAP', () => ({
    query: z.strictObject({ ...estateFilter(), ...view() }),
    reply: z.object({ squares: z.array(square()) }),
  })),
}
