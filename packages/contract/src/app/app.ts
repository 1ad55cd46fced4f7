import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { sheetOf } from '../core/importCall.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { featureIds } from '../device/feature.ts'
import { stationTypes } from '../device/station.ts'
import { imageName } from '../file/image.ts'
import { apkStates } from './apkStates.ts'

/** PARAMETER: takes its settings from the platform; LAUNCHER: the first thing on screen; AGENT: the platform's own. */
export const appTypes = ['NORMAL', 'PARAMETER', 'LAUNCHER', 'SYSTEM', 'AGENT'] as const

/** Kinds of systems that applications are made for. */
export const appOsKinds = ['ANDROID', 'LINUX'] as const
export type AppOsKind = (typeof appOsKinds)[number]

/**
 * Who is offered it. PUBLIC: everybody; ORGS: these organisations and those below them; STATIONS:
 * stations of these types; PRIVATE: its own organisation and those below it.
 */
export const appVisibilities = ['PUBLIC', 'ORGS', 'STATIONS', 'PRIVATE'] as const

export const appCharges = ['FREE', 'ONE_TIME', 'SUBSCRIPTION', 'PER_DEVICE'] as const

/** Pictures of its screens that a store shows: none, or so many. */
export const fewestScreenshots = 3
export const mostScreenshots = 8

/** The pictures of it that have exactly so many pixels. */
export const appPictureSizes = {
  icon: { width: 512, height: 512 },
  featureImage: { width: 1024, height: 500 },
} as const

/** Categories that it stands in. */
export const mostAppCategories = 3

/** `com.bank.pay`, or a name as Linux packages have it. */
export const packageName = () =>
  z
    .string()
    .check(
      z.trim(),
      z.minLength(2),
      z.maxLength(128),
      z.regex(/^[A-Za-z0-9](?:[A-Za-z0-9_.+-]*[A-Za-z0-9_])?$/),
    )

const languageCode = () => z.string().check(z.maxLength(16), z.regex(/^[A-Za-z0-9-]+$/))
/** In one language at least. */
const byLanguage = (max: number) =>
  z
    .record(languageCode(), f.text(max))
    .check(z.refine((texts) => Object.values(texts).some((text) => text !== ''), 'rule.required'))
const ids = (most: number) => z._default(z.array(f.id()).check(z.maxLength(most)), [])

const fields = once(() =>
  z.object({
    orgId: f.id(),
    name: f.name(),
    /** Its versions say it; it stays what it is once there is one. */
    package: packageName(),
    appType: z.enum(appTypes),
    osKind: z.enum(appOsKinds),
    developerId: f.optional(f.id()),
    visibility: z._default(z.enum(appVisibilities), 'PUBLIC'),
    /** Of ORGS. */
    visibleOrgIds: ids(100),
    /** Of STATIONS. */
    stationTypes: z._default(z.array(z.enum(stationTypes)).check(z.maxLength(10)), []),
    categoryIds: z.array(f.id()).check(z.minLength(1), z.maxLength(mostAppCategories)),
    /** None: every model that has what it needs. */
    modelIds: ids(100),
    requiredFeatureIds: z._default(featureIds(), []),
    charge: z._default(z.enum(appCharges), 'FREE'),
    price: f.optional(z.number().check(z.minimum(0), z.maximum(1_000_000_000), z.multipleOf(0.01))),
    /** ISO 4217, as `IQD`. */
    currency: f.optional(z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{3}$/))),
    /** Null: that of its first version. */
    icon: f.optional(imageName()),
    featureImage: f.optional(imageName()),
    /** None, or {@link fewestScreenshots} at least; those that were there before may stay. */
    screenshots: z._default(z.array(imageName()).check(z.maxLength(mostScreenshots)), []),
    /** In a line, by language. */
    summary: byLanguage(80),
    description: byLanguage(3000),
    supportEmail: f.optional(f.email()),
    privacyUrl: f.optional(f.webAddress()),
    remark: f.optional(f.text(500)),
  }),
)

const filter = once(() =>
  z.object({
    package: z.optional(f.text(128)),
    appType: z.optional(z.enum(appTypes)),
    osKind: z.optional(z.enum(appOsKinds)),
    developerId: z.optional(f.id()),
    categoryId: z.optional(f.id()),
    /** Applications for this model, or for all. */
    modelId: z.optional(f.id()),
    visibility: z.optional(z.enum(appVisibilities)),
    /** Those that have a version in this state; REVIEW: one that waits for a decision. */
    apkState: z.optional(z.enum([...apkStates, 'REVIEW'])),
    /** 1: one of its versions waits for a decision that the caller may take. */
    waiting: z.optional(z.enum(['1'])),
    orgId: z.optional(f.id()),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  orgName: z.string(),
  developerName: z.nullable(z.string()),
  onlineVersion: z.nullable(z.string()),
  onlineCode: z.nullable(z.int()),
  /** The version that is being made or waits, and how far it has come. */
  pendingVersion: z.nullable(z.string()),
  pendingState: z.nullable(z.enum(apkStates)),
  apkCount: z.int(),
  /** Terminals of the reader's that have it, in whichever version. */
  installs: z.int(),
  /** What its categories and models are called; none: all models that have what it needs. */
  categoryNames: z.array(z.string()),
  modelNames: z.array(z.string()),
}))

/** The path that the calls of applications share. */
export const appsPath = '/admin/app/v1/app'

/** What terminals run; their versions are {@link apks}. */
export const apps = recyclable(appsPath, 'APPLICATION', { fields, filter, shown })

/** Applications as rows of a sheet. */
export const appSheet = sheetOf(apps, {
  key: 'package',
  columns: {
    package: 'app.package',
    name: 'app.name',
    appType: 'app.type',
    osKind: 'app.os',
    orgId: 'app.organization',
    developerId: 'app.developer',
    categoryIds: 'app.category',
    modelIds: 'app.models',
    requiredFeatureIds: 'app.features',
    visibility: 'app.visibility',
    visibleOrgIds: 'app.visibleOrgs',
    stationTypes: 'app.stationTypes',
    charge: 'app.charge',
    price: 'app.price',
    currency: 'app.currency',
    summary: 'app.summary',
    description: 'app.description',
    supportEmail: 'app.supportEmail',
    privacyUrl: 'app.privacyUrl',
    remark: 'app.remark',
  },
  words: {
    appType: 'app.type',
    osKind: 'app.os',
    visibility: 'app.visibility',
    charge: 'app.charge',
  },
})
export type App = RowOf<typeof apps>
