import * as z from 'zod/mini'
import { get } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'
import { repairFaults } from '../device/repairStates.ts'
import { vendorsPath } from './vendor.ts'

/** Days that the figures of a vendor's quality go back. */
export const qualityDays = 365

/** So many terminals of a model are asked how well their batteries are. */
export const qualitySample = 200

const modelQuality = once(() =>
  z.object({
    id: f.id(),
    name: z.string(),
    /** In service now. */
    active: z.int(),
    /** Tickets of the year, but for those that were cancelled. */
    repairs: z.int(),
    /** Tickets for a hundred terminals in service; null: none is. */
    perHundred: z.nullable(z.number()),
    /** Days in service for each ticket; null: there was none, or no terminal. */
    daysBetween: z.nullable(z.int()),
    /** Alarms of the year that told of tampering. */
    tampered: z.int(),
    /** Percent of the new battery's capacity, of a sample; null: nobody has told. */
    batteryHealth: z.nullable(z.int()),
    sampled: z.int(),
  }),
)
export type ModelQuality = z.output<ReturnType<typeof modelQuality>>

/** How well a vendor's terminals hold, by what happened to those that the caller sees. */
export const vendorQuality = {
  quality: get(`${vendorsPath}/quality/{id}`, 'MANUFACTURER_DETAIL', () => ({
    params: z.strictObject({ id: f.id() }),
    reply: z.object({
      models: z.array(modelQuality()),
      /** What tickets of the year were about, the most frequent first. */
      faults: z.array(z.object({ fault: z.enum(repairFaults), count: z.int() })),
    }),
  })),
}
