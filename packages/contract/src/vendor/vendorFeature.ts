import * as z from 'zod/mini'
import { get, post, put } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { sheetOf } from '../core/importCall.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { commandNames } from '../device/command.ts'
import { featureKinds } from '../device/feature.ts'
import { supports } from '../device/support.ts'

const version = () => f.optional(f.text(64))

const fields = once(() =>
  z.object({
    /** What a sheet knows the row by; left out, it is made of the codes of vendor, feature and first model. */
    code: f.optional(
      z.string().check(z.trim(), z.minLength(2), z.maxLength(200), z.regex(/^[A-Za-z0-9_./ -]+$/)),
    ),
    vendorId: f.id(),
    /** None: all models of the vendor that no other row of the feature names. */
    modelIds: z._default(z.array(f.id()).check(z.maxLength(500)), []),
    featureId: f.id(),
    support: z.enum(supports),
    /** The agent and the firmware from which on it is supported. */
    minAgent: version(),
    minFirmware: version(),
    /** How long a command that needs it is worth delivering, unless its sender says otherwise. */
    timeoutSeconds: f.optional(z.int().check(z.minimum(5), z.maximum(3600))),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    vendorId: z.optional(f.id()),
    /** What holds for this model. */
    modelId: z.optional(f.id()),
    featureId: z.optional(f.id()),
    kind: z.optional(z.enum(featureKinds)),
    support: z.optional(z.enum(supports)),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  vendorName: z.string(),
  featureCode: z.string(),
  featureName: z.string(),
  kind: z.enum(featureKinds),
  /** The commands that need it. */
  commands: z.array(z.enum(commandNames)),
  models: z.array(z.object({ id: f.id(), name: z.string() })),
}))

/** The path that the calls of the matrix share. */
export const vendorFeaturesPath = '/admin/vendor/v1/features'
const life = recyclable(vendorFeaturesPath, 'MANUFACTURER_FEATURES', { fields, filter, shown })

/** One feature of the dictionary, and what holds of it. */
const cell = once(() =>
  z.object({
    featureId: f.id(),
    code: z.string(),
    name: z.string(),
    icon: z.nullable(z.string()),
    kind: z.enum(featureKinds),
    commands: z.array(z.enum(commandNames)),
    /** The row that says so; null: none does, and everything is offered. */
    entryId: z.nullable(f.id()),
    /** Whether that row is about the model that was asked for, or about all models. */
    isOfModel: z.boolean(),
    support: z.nullable(z.enum(supports)),
    minAgent: z.nullable(z.string()),
    minFirmware: z.nullable(z.string()),
    timeoutSeconds: z.nullable(z.int()),
    /** Models for which another row holds. */
    otherwise: z.int(),
  }),
)
export type MatrixCell = z.output<ReturnType<typeof cell>>

const matrixImpact = once(() =>
  z.object({
    gaining: z.int(),
    losing: z.int(),
    rows: z.optional(
      z.array(
        z.object({
          sn: z.string(),
          name: z.nullable(z.string()),
          orgName: z.string(),
          modelName: z.string(),
          gains: z.boolean(),
        }),
      ),
    ),
  }),
)
export type MatrixImpact = z.output<ReturnType<typeof matrixImpact>>

const copying = once(() => ({
  fromVendorId: f.id(),
  /** None: what is said of all its models. */
  fromModelId: f.optional(f.id()),
  toVendorId: f.id(),
  /** None: said of all its models. */
  toModelId: f.optional(f.id()),
  /** Whether rows that are there already are written anew. */
  overwrite: z._default(z.boolean(), false),
}))

/** Which features the agents and firmwares of a vendor support. */
export const vendorFeatures = {
  ...life,
  /** Every enabled feature with what holds for all models, or for one. */
  matrix: get(`${vendorFeaturesPath}/matrix/{vendorId}`, 'MANUFACTURER_FEATURES_LIST', () => ({
    params: z.strictObject({ vendorId: f.id() }),
    query: z.strictObject({ modelId: z.optional(f.id()) }),
    reply: z.array(cell()),
  })),
  /** Says of one feature whether all models, or one, support it; null: nobody knows any more. */
  setCell: put(`${vendorFeaturesPath}/cell`, 'MANUFACTURER_FEATURES_EDIT', () => ({
    body: z.strictObject({
      vendorId: f.id(),
      featureId: f.id(),
      modelId: f.optional(f.id()),
      support: z.nullable(z.enum(supports)),
    }),
    reply: z.object({ count: z.int() }),
  })),
  /**
   * Changes nothing: how many terminals would gain or lose the feature if a row said this of these
   * models, or of all that no other row names. Without `id` it is said as {@link setCell} says it.
   */
  impact: post(`${vendorFeaturesPath}/impact`, 'MANUFACTURER_FEATURES_LIST', () => ({
    body: z.strictObject({
      id: f.optional(f.id()),
      vendorId: f.id(),
      featureId: f.id(),
      modelIds: z._default(z.array(f.id()).check(z.maxLength(500)), []),
      support: z.nullable(z.enum(supports)),
      minAgent: version(),
      minFirmware: version(),
      withRows: z._default(z.boolean(), false),
    }),
    reply: matrixImpact(),
  })),
  /**
   * Changes nothing: how many terminals would gain or lose a feature if these rows held, or held no
   * more. One that gains one and loses another is among both.
   */
  rowsImpact: post(`${vendorFeaturesPath}/impact/rows`, 'MANUFACTURER_FEATURES_LIST', () => ({
    body: z
      .strictObject({
        ids: z.optional(z.array(f.id()).check(z.minLength(1), z.maxLength(1000))),
        /** In place of them: all rows that the list shows under this. */
        matching: z.optional(
          z.strictObject({ keyword: z.optional(f.text(128)), ...filter().shape }),
        ),
        holds: z.boolean(),
        withRows: z._default(z.boolean(), false),
      })
      .check(
        z.refine(({ ids, matching }) => (ids === undefined) !== (matching === undefined), {
          error: 'rule.required',
          path: ['ids'],
        }),
      ),
    reply: matrixImpact(),
  })),
  /**
   * Takes over what a vendor's matrix says of all its models, or what holds for one of them: for all
   * models of a vendor, or for one.
   */
  copy: post(`${vendorFeaturesPath}/copy`, 'MANUFACTURER_FEATURES_ADD', () => ({
    body: z.strictObject(copying()),
    reply: z.object({ count: z.int(), kept: z.int() }),
  })),
  /** Changes nothing: how many terminals would gain or lose features by a copy. */
  copyImpact: post(`${vendorFeaturesPath}/copy/impact`, 'MANUFACTURER_FEATURES_LIST', () => ({
    body: z.strictObject({ ...copying(), withRows: z._default(z.boolean(), false) }),
    reply: matrixImpact(),
  })),
}
export type VendorFeature = RowOf<typeof vendorFeatures>

/** The matrix as rows of a sheet. */
export const vendorFeatureSheet = sheetOf(vendorFeatures, {
  key: 'code',
  words: { support: 'vendorFeature.support' },
  columns: {
    code: 'vendorFeature.code',
    vendorId: 'vendorFeature.vendor',
    featureId: 'vendorFeature.feature',
    modelIds: 'vendorFeature.models',
    support: 'vendorFeature.support',
    minAgent: 'vendorFeature.minAgent',
    minFirmware: 'vendorFeature.minFirmware',
    timeoutSeconds: 'vendorFeature.timeout',
    remark: 'vendorFeature.remark',
  },
})
