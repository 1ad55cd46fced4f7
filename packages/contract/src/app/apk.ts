import * as z from 'zod/mini'
import { batchReply } from '../core/batch.ts'
import { download, get, post, put, type ReplyOf } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { once } from '../core/once.ts'
import { appOsKinds, packageName } from './app.ts'
import { apkStates } from './apkStates.ts'
import { packageFacts, packageSignature } from './packageFacts.ts'

/** For whom a version is; each has its own that is online. */
export const apkTracks = ['PRODUCTION', 'BETA', 'ALPHA'] as const

/** Templates of parameters that a version may bring. */
const mostApkTemplates = 10

/** Packages that a version may need beside itself. */
export const mostDependencies = 10

const versionCode = () => z.int().check(z.minimum(0))

const dependency = once(() => z.strictObject({ package: packageName(), code: versionCode() }))
export type ApkDependency = z.output<ReturnType<typeof dependency>>

const templateIds = () => z._default(z.array(f.id()).check(z.maxLength(mostApkTemplates)), [])

const fields = once(() =>
  z.object({
    appId: f.id(),
    /** A stored file of the type `apk`; what it holds is read from it. */
    fileId: f.id(),
    /** Of a package for Linux: what its maker has signed its SHA-256 with. */
    signature: f.optional(packageSignature()),
    releaseNotes: f.text(3000).check(z.minLength(1)),
    track: z._default(z.enum(apkTracks), 'PRODUCTION'),
    /** Made to go back to: its code may be lower than the last one's. */
    isRollback: z._default(z.boolean(), false),
    uninstallFirst: z._default(z.boolean(), false),
    forceUpdate: z._default(z.boolean(), false),
    minAgent: f.optional(f.text(32)),
    /** The code of the version that must be there before. */
    minPreviousCode: f.optional(versionCode()),
    dependencies: z._default(z.array(dependency()).check(z.maxLength(mostDependencies)), []),
    /** Templates of its application's parameters that it brings: an assignment for terminals that run it begins with the first of them. */
    paramTemplateIds: templateIds(),
    /** None: the models of the application. */
    modelIds: z._default(z.array(f.id()).check(z.maxLength(100)), []),
  }),
)

const filter = once(() =>
  z.object({
    appId: z.optional(f.id()),
    state: z.optional(z.enum(apkStates)),
    track: z.optional(z.enum(apkTracks)),
    osKind: z.optional(z.enum(appOsKinds)),
    orgId: z.optional(f.id()),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  /** Its application and its number: `Pay 1.2`. */
  name: z.string(),
  appName: z.string(),
  package: z.string(),
  osKind: z.enum(appOsKinds),
  icon: z.nullable(z.string()),
  versionCode: versionCode(),
  versionName: z.string(),
  label: z.nullable(z.string()),
  fileName: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  signerSha256: z.nullable(z.string()),
  /** Whose key that is, as its certificate says; null: it says nothing. */
  signerSubject: z.nullable(z.string()),
  schemes: z.array(z.string()),
  minSdk: z.nullable(z.int()),
  targetSdk: z.nullable(z.int()),
  abis: z.array(z.string()),
  permissions: z.array(z.string()),
  /** Of these, those that reach what is private or costs money. */
  riskyPermissions: z.array(z.string()),
  features: z.array(z.string()),
  locales: z.array(z.string()),
  isDebuggable: z.boolean(),
  state: z.enum(apkStates),
  /** Those that it brings, in their order, each with its newest revision. */
  paramTemplates: z.array(z.object({ id: f.id(), name: z.string(), rev: z.nullable(z.int()) })),
  /** What stands in its way, a sentence each. */
  problems: z.array(z.string()),
  createdBy: z.nullable(f.id()),
  submittedBy: z.nullable(f.id()),
  submittedByName: z.nullable(z.string()),
  submittedAt: z.nullable(f.moment()),
  reviewedByName: z.nullable(z.string()),
  reviewedAt: z.nullable(f.moment()),
  /** What was said with the last decision. */
  reason: z.nullable(z.string()),
  publishAt: z.nullable(f.moment()),
  publishedAt: z.nullable(f.moment()),
  offlineAt: z.nullable(f.moment()),
  greyPercent: z.nullable(z.int()),
}))

/** The path that the calls of versions share. */
export const apksPath = '/admin/app/v1/apk'
const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const moved = once(() => ({ ...withId(), reply: batchReply() }) as const)

/** What is another in a version than in the one that it is compared with. */
const difference = once(() =>
  z.object({ added: z.array(z.string()), removed: z.array(z.string()) }),
)

const trailEntry = once(() =>
  z.object({
    id: f.id(),
    before: z.nullable(z.enum(apkStates)),
    after: z.enum(apkStates),
    reason: z.nullable(z.string()),
    checked: z.array(z.string()),
    at: f.moment(),
    /** Null: the platform itself. */
    by: z.nullable(z.string()),
  }),
)

/** Versions of applications: what their files hold, and what people decide about them. */
export const apks = {
  ...recyclable(apksPath, 'APK', { fields, filter, shown }),
  /** Reads and judges a stored file before it becomes a version. */
  parse: post(`${apksPath}/parse`, 'APK_ADD', () => ({
    body: z.strictObject({
      fileId: f.id(),
      appId: f.optional(f.id()),
      signature: f.optional(packageSignature()),
    }),
    reply: z.object({
      facts: packageFacts(),
      bytes: z.int(),
      sha256: z.string(),
      /** What would stand in its way as a version of the named application. */
      problems: z.array(z.string()),
      /** The application of this package that the caller sees. */
      app: z.nullable(z.object({ id: f.id(), name: z.string() })),
    }),
  })),
  /** What a reviewer looks at. */
  checklist: get(`${apksPath}/checklist`, 'APK_LIST', () => ({ reply: z.array(z.string()) })),
  /** What became of it, from the first to the last. */
  trail: get(`${apksPath}/trail/{id}`, 'APK_DETAIL', () => ({
    ...withId(),
    reply: z.array(trailEntry()),
  })),
  submit: put(`${apksPath}/submit/{id}`, 'APK_SUBMIT', moved),
  /** Takes it back as long as nobody has begun to review it. */
  withdraw: put(`${apksPath}/withdraw/{id}`, 'APK_SUBMIT', moved),
  /** START takes it in hand; nobody decides about what he has made or handed in. */
  review: put(`${apksPath}/review/{id}`, 'APK_REVIEW', () => ({
    ...withId(),
    body: z.strictObject({
      result: z.enum(['START', 'APPROVED', 'CHANGES_REQUESTED', 'REJECTED']),
      /** Needed but for an approval. */
      reason: z._default(f.text(500), ''),
      /** Of the checklist, what was looked at: all of it for an approval. */
      checked: z._default(z.array(f.text(200)).check(z.maxLength(50)), []),
    }),
    reply: batchReply(),
  })),
  /** Puts it online, now or at a moment; what was online in its track before is superseded. */
  publish: put(`${apksPath}/publish/{id}`, 'APK_PUBLISH', () => ({
    ...withId(),
    body: z.strictObject({ publishAt: f.optional(f.moment()) }),
    reply: batchReply(),
  })),
  /** It is not published at its moment any more. */
  unplan: put(`${apksPath}/unplan/{id}`, 'APK_PUBLISH', moved),
  /** Which templates it brings from now on, once it was decided about: what was judged is its package. */
  setTemplates: put(`${apksPath}/templates/{id}`, 'APK_EDIT', () => ({
    ...withId(),
    body: z.strictObject({ version: z.int(), paramTemplateIds: templateIds() }),
    reply: batchReply(),
  })),
  /** Nobody is offered it any more. */
  offline: put(`${apksPath}/offline/{id}`, 'APK_OFFLINE', () => ({
    ...withId(),
    body: z.strictObject({ reason: f.text(500).check(z.minLength(1)) }),
    reply: batchReply(),
  })),
  download: download(get(`${apksPath}/download/{id}`, 'APK_DOWNLOAD', withId)),
  /** What a version has that another one has not, and the other way round. */
  diff: get(`${apksPath}/diff/{id}/{otherId}`, 'APK_DETAIL', () => ({
    params: z.strictObject({ id: f.id(), otherId: f.id() }),
    reply: z.object({
      version: z.string(),
      otherVersion: z.string(),
      permissions: difference(),
      features: difference(),
      abis: difference(),
      minSdk: z.array(z.nullable(z.int())),
      targetSdk: z.array(z.nullable(z.int())),
      bytes: z.array(z.int()),
      isSameSigner: z.boolean(),
    }),
  })),
}

/** Published templates of parameters that a version may bring, for pickers. */
export const apkTemplates = {
  list: get(`${apksPath}/template/list`, 'APK_LIST', () => ({
    query: z.strictObject({
      keyword: z.optional(z.string()),
      id: z.optional(f.id()),
      appId: z.optional(f.id()),
    }),
    reply: z.array(z.object({ id: f.id(), name: z.string(), code: z.nullable(z.string()) })),
  })),
}
export type Apk = RowOf<typeof apks>
export type ApkTrailEntry = ReplyOf<typeof apks.trail>[number]
