import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { sheetOf } from '../core/importCall.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'

/** What a feature is a feature of. */
export const featureKinds = ['HARDWARE', 'CONNECTIVITY', 'SECURITY', 'SOFTWARE'] as const

/** What is said of a feature beside that it is there. */
export const featureValueTypes = ['BOOL', 'NUMBER', 'ENUM', 'VERSION'] as const

/** Features that one model or category names. */
export const mostFeatures = 100

const fields = once(() =>
  z.object({
    /** What terminals call it in U-INFO. */
    code: z
      .string()
      .check(z.trim(), z.minLength(2), z.maxLength(64), z.regex(/^[A-Z][A-Z0-9]*(?:_[A-Z0-9]+)*$/)),
    name: f.name(),
    kind: z.enum(featureKinds),
    valueType: z._default(z.enum(featureValueTypes), 'BOOL'),
    /** The values of an `ENUM`. */
    choices: z._default(
      z.array(z.string().check(z.trim(), z.minLength(1), z.maxLength(64))).check(z.maxLength(50)),
      [],
    ),
    unit: f.optional(f.text(16)),
    /** Name of an icon of the menu. */
    icon: f.optional(f.text(32)),
    description: f.optional(f.text(500)),
    sort: f.sort(),
  }),
)

const filter = once(() =>
  z.object({
    kind: z.optional(z.enum(featureKinds)),
    valueType: z.optional(z.enum(featureValueTypes)),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

/** The path that the calls of features share. */
export const featuresPath = '/admin/device/v1/features'

/** What terminals can have and do; models, vendors and commands name them. */
export const features = recyclable(featuresPath, 'FEATURES', {
  fields,
  filter,
  shown: () => ({ modelCount: z.int() }),
})
export type DeviceFeature = RowOf<typeof features>

/** A feature as others show it. */
export const namedFeature = once(() =>
  z.object({
    id: f.id(),
    code: z.string(),
    name: z.string(),
    icon: z.nullable(z.string()),
  }),
)
export type NamedFeature = z.output<ReturnType<typeof namedFeature>>

/** Features that a record names. */
export const featureIds = () => z.array(f.id()).check(z.maxLength(mostFeatures))

/** Features as rows of a sheet. */
export const featureSheet = sheetOf(features, {
  key: 'code',
  words: { kind: 'feature.kind', valueType: 'feature.valueType' },
  columns: {
    code: 'feature.code',
    name: 'feature.name',
    kind: 'feature.kind',
    valueType: 'feature.valueType',
    unit: 'feature.unit',
    icon: 'feature.icon',
    description: 'feature.description',
    sort: 'feature.sort',
  },
})
