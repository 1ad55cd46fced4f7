import * as z from 'zod/mini'
import { batchReply } from '../core/batch.ts'
import { download, get, put, type ReplyOf } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { type RowOf, recyclable } from '../core/recyclable.ts'
import { secret } from '../core/secret.ts'
import { once } from '../core/once.ts'

const downloadKinds = ['SDK', 'AGENT', 'DOC', 'SAMPLE', 'TOOL'] as const

/**
 * For whom it is. DEVELOPER: approved developers with access to kits; VENDOR: who has to do with one
 * of its vendors; ORG: everybody with an account; PUBLIC: the same, and who was given a link.
 */
const downloadAudiences = ['PUBLIC', 'DEVELOPER', 'VENDOR', 'ORG'] as const

/** SCHEDULED: is published at its moment. */
const downloadStates = ['DRAFT', 'SCHEDULED', 'PUBLISHED', 'WITHDRAWN'] as const

/** In the console, by a link that somebody copied there, by one that a developer signed himself. */
export const downloadWays = ['CONSOLE', 'LINK', 'SECRET'] as const

/** Hours that a copied link is good for, and the most that a developer may sign for. */
export const downloadLinkHours = 24

/** Days that the figures of a download go back. */
export const downloadStatDays = 30

const languageCode = () => z.string().check(z.maxLength(16), z.regex(/^[A-Za-z0-9-]+$/))

const fields = once(() =>
  z.object({
    title: f.text(128).check(z.minLength(1)),
    kind: z.enum(downloadKinds),
    /** None: for terminals of all vendors. */
    vendorIds: z._default(z.array(f.id()).check(z.maxLength(100)), []),
    release: z
      .string()
      .check(z.trim(), z.minLength(1), z.maxLength(32), z.regex(/^[A-Za-z0-9][A-Za-z0-9 ._+-]*$/)),
    /** A stored file of the type `download`. */
    fileId: f.id(),
    /** What is new, by language. */
    notes: z._default(z.record(languageCode(), f.text(10_000)), {}),
    audience: z.enum(downloadAudiences),
    /** The agent that it needs at least. */
    minAgent: f.optional(f.text(32)),
  }),
)

const filter = once(() =>
  z.object({
    kind: z.optional(z.enum(downloadKinds)),
    audience: z.optional(z.enum(downloadAudiences)),
    state: z.optional(z.enum(downloadStates)),
    vendorId: z.optional(f.id()),
    status: z.optional(z.enum(['0', '1'])),
  }),
)

const shown = once(() => ({
  fileName: z.string(),
  bytes: z.int(),
  sha256: z.string(),
  state: z.enum(downloadStates),
  publishAt: z.nullable(f.moment()),
  vendors: z.array(z.object({ id: f.id(), name: z.string() })),
  /** How often it was taken. */
  downloads: z.int(),
  lastTakenAt: z.nullable(f.moment()),
  /** Whether another one of its kind and title has come out since. */
  hasNewer: z.boolean(),
  /** Whether the caller is told of the next one. */
  isFollowed: z.boolean(),
}))

/** The path that the calls of downloads share. */
export const downloadsPath = '/admin/developer/v1/download'
const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)

/** Where signed links lead: `/media/download/<id>?expires=…&signature=…`. */
export const downloadLinkPath = '/media/download'

/** What developers and integrators take home. Who may not edit them sees those that are for him. */
export const developerDownloads = {
  ...recyclable(downloadsPath, 'APP_DEV_DOWNLOAD', { fields, filter, shown }),
  file: download(get(`${downloadsPath}/file/{id}`, 'APP_DEV_DOWNLOAD_FILE', withId)),
  /** An address that anybody may read it at for {@link downloadLinkHours}, while it is published. */
  link: put(`${downloadsPath}/link/{id}`, 'APP_DEV_DOWNLOAD_FILE', () => ({
    ...withId(),
    reply: z.object({ url: secret(z.string()), expiresAt: f.moment() }),
  })),
  /** Publishes it now or at a moment; those it is for are told then. */
  publish: put(`${downloadsPath}/publish/{id}`, 'APP_DEV_DOWNLOAD_EDIT', () => ({
    ...withId(),
    body: z.strictObject({ publishAt: f.optional(f.moment()) }),
    reply: batchReply(),
  })),
  /** Takes it back: links to it end at once. */
  withdraw: put(`${downloadsPath}/withdraw/{id}`, 'APP_DEV_DOWNLOAD_EDIT', () => ({
    ...withId(),
    reply: batchReply(),
  })),
  /** Everything that came out under its kind and title, as far as it is for the caller; the newest first. */
  history: get(`${downloadsPath}/history/{id}`, 'APP_DEV_DOWNLOAD_LIST', () => ({
    ...withId(),
    reply: z.array(
      z.object({
        id: f.id(),
        release: z.string(),
        state: z.enum(downloadStates),
        publishAt: z.nullable(f.moment()),
        bytes: z.int(),
        sha256: z.string(),
        downloads: z.int(),
        notes: z.record(z.string(), z.string()),
      }),
    ),
  })),
  /** 1: the caller is told when another of its kind and title comes out. */
  follow: put(`${downloadsPath}/follow/{id}/{on}`, 'APP_DEV_DOWNLOAD_LIST', () => ({
    params: z.strictObject({ id: f.id(), on: z.enum(['0', '1']) }),
    reply: batchReply(),
  })),
  /** How often it was taken, day by day and by which way. */
  stat: get(`${downloadsPath}/stat/{id}`, 'APP_DEV_DOWNLOAD_DETAIL', () => ({
    ...withId(),
    reply: z.object({
      total: z.int(),
      days: z.array(z.object({ day: f.day(), count: z.int() })),
      ways: z.array(z.object({ way: z.enum(downloadWays), count: z.int() })),
    }),
  })),
}
export type DeveloperDownload = RowOf<typeof developerDownloads>
export type DownloadRelease = ReplyOf<typeof developerDownloads.history>[number]
