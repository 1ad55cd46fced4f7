import * as z from 'zod/mini'
import { get, post } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { sheetOf } from '../core/importCall.ts'
import { imageName } from '../file/image.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { osKinds } from './category.ts'
import { featureIds, namedFeature } from './feature.ts'
import { keySlotPattern, keyTypes, mostRequiredKeys } from './keyKinds.ts'

const megabytes = () => z.int().check(z.minimum(0), z.maximum(100_000_000))

/** A key slot that must be there, and what must be in it. */
const requiredKey = once(() =>
  z.strictObject({
    slot: z.string().check(z.trim(), z.regex(keySlotPattern)),
    type: z.enum(keyTypes),
  }),
)
export type RequiredKey = z.output<ReturnType<typeof requiredKey>>

const isEachOnce = (keys: readonly RequiredKey[]) =>
  new Set(keys.map(({ slot }) => slot)).size === keys.length

/** Key slots that terminals of a model must hold. */
const requiredKeys = once(() =>
  z
    .array(requiredKey())
    .check(z.maxLength(mostRequiredKeys), z.refine(isEachOnce, { error: 'model.keySlotTwice' })),
)

const fields = once(() =>
  z.object({
    vendorId: f.id(),
    name: f.name(),
    code: f.code(),
    categoryId: f.id(),
    osType: z.enum(osKinds),
    /** Width and height in pixels, `720x1280`. */
    screen: f.optional(z.string().check(z.regex(/^[0-9]{2,5}x[0-9]{2,5}$/))),
    cpuAbi: f.optional(f.text(32)),
    ramMb: f.optional(megabytes()),
    storageMb: f.optional(megabytes()),
    batteryMah: f.optional(z.int().check(z.minimum(0), z.maximum(100_000))),
    /** Overrides the vendor's rule for serial numbers. */
    snRule: f.optional(z.string().check(z.maxLength(128))),
    /** Versions of its system that it runs, as its vendor writes them: `11, 13`. */
    osVersions: f.optional(f.text(255)),
    /** Width and height in pixels of the picture that it shows while it starts. */
    bootLogo: f.optional(z.string().check(z.regex(/^[0-9]{2,5}x[0-9]{2,5}$/))),
    /** What its vendor calls the channels of its firmware; null: as the platform does. */
    stableChannel: f.optional(f.text(32)),
    betaChannel: f.optional(f.text(32)),
    /** Overrides the default interval between heartbeats, in seconds. */
    heartbeatSeconds: f.optional(z.int().check(z.minimum(30), z.maximum(3600))),
    endOfSale: f.optional(f.day()),
    /** Not before the end of its sale. */
    endOfSupport: f.optional(f.day()),
    /** Null or empty: the features of its category. */
    featureIds: f.optional(featureIds()),
    /** Key slots that its terminals must hold: one that tells of its keys and lacks one of them is KEY_MISSING. */
    keySlots: z._default(requiredKeys(), []),
    picture: f.optional(imageName()),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    name: z.optional(f.text(64)),
    code: z.optional(f.text(64)),
    vendorId: z.optional(f.id()),
    categoryId: z.optional(f.id()),
    osType: z.optional(z.enum(osKinds)),
    /** Models with this feature, their own or their category's. */
    featureId: z.optional(f.id()),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  vendorName: z.string(),
  categoryName: z.string(),
  deviceCount: z.int(),
  /** Its own, else its category's. */
  features: z.array(namedFeature()),
  /** The newest firmware for it that the caller sees online, of each channel; null: there is none. */
  firmwareStable: z.nullable(z.string()),
  firmwareBeta: z.nullable(z.string()),
  /** The approval by the card industry that holds for it longest. */
  ptsVersion: z.nullable(z.string()),
  ptsUntil: z.nullable(f.day()),
}))

/** The path that the calls of models share. */
export const modelsPath = '/admin/device/v1/model'

const life = recyclable(modelsPath, 'DEVICE_MODEL', { fields, filter, shown })

/** Vendors with their models. */
const vendorNode = once(() =>
  z.object({
    id: f.id(),
    name: z.string(),
    models: z.array(z.object({ id: f.id(), name: z.string(), code: z.string() })),
  }),
)
/** Terminals that lack keys by a list of key slots and did not before, or do no longer. */
const keyImpact = once(() =>
  z.object({
    failing: z.int(),
    mended: z.int(),
    /** There are more of them than were counted. */
    capped: z.optional(z.literal(true)),
    rows: z.optional(
      z.array(
        z.object({
          sn: z.string(),
          name: z.nullable(z.string()),
          orgName: z.string(),
          /** It lacks keys then. */
          fails: z.boolean(),
        }),
      ),
    ),
  }),
)
export type KeyImpact = z.output<ReturnType<typeof keyImpact>>

export type VendorNode = z.output<ReturnType<typeof vendorNode>>

/** Models of a vendor. */
export const models = {
  ...life,
  /** Those of a picker, where it says so of one vendor only. */
  list: get(life.list.path, life.list.permission, () => ({
    query: z.extend(life.list.schemas.query, { vendorId: z.optional(f.id()) }),
    reply: life.list.schemas.reply,
  })),
  /** Enabled models under their vendors, for pickers. */
  byVendor: get(`${modelsPath}/tree`, 'DEVICE_MODEL_LIST', () => ({
    reply: z.array(vendorNode()),
  })),
  /** Changes nothing: how many of the caller's terminals would lack keys, or no longer, if the model demanded these slots. */
  keyImpact: post(`${modelsPath}/keys/impact/{id}`, 'DEVICE_MODEL_EDIT', () => ({
    params: z.strictObject({ id: f.id() }),
    body: z.strictObject({
      keySlots: requiredKeys(),
      withRows: z._default(z.boolean(), false),
    }),
    reply: keyImpact(),
  })),
}
export type Model = RowOf<typeof models>

/** Models as rows of a sheet. */
export const modelSheet = sheetOf(models, {
  key: 'code',
  words: { osType: 'category.os' },
  columns: {
    code: 'model.code',
    name: 'model.name',
    vendorId: 'model.vendor',
    categoryId: 'model.category',
    osType: 'model.osType',
    osVersions: 'model.osVersions',
    screen: 'model.screen',
    cpuAbi: 'model.cpuAbi',
    ramMb: 'model.ramMb',
    storageMb: 'model.storageMb',
    batteryMah: 'model.batteryMah',
    snRule: 'model.snRule',
    heartbeatSeconds: 'model.heartbeat',
    endOfSale: 'model.endOfSale',
    endOfSupport: 'model.endOfSupport',
    stableChannel: 'model.stableChannel',
    betaChannel: 'model.betaChannel',
    bootLogo: 'model.bootLogo',
    featureIds: 'model.features',
    keySlots: 'model.keySlots',
    remark: 'model.remark',
  },
})
