import * as z from 'zod/mini'
import { del, download, get, post, put, takingBytes } from '../core/call.ts'
import * as f from '../core/fields.ts'
import { pageOf, pageQuery } from '../core/page.ts'
import { once } from '../core/once.ts'

/** The path that the calls of uploads share. */
export const uploadsPath = '/admin/file/v1/upload'

/** What a file is for; each type has rules of its own. */
export const uploadTypes = [
  'apk',
  'firmware',
  'image',
  'sheet',
  'param',
  'log',
  'document',
  'download',
  'terminal',
] as const
export type UploadType = (typeof uploadTypes)[number]

/**
 * UPLOADING: parts are missing. CHECKING: all parts are there and are compared with what was
 * announced, and searched for viruses where their type asks for it. REJECTED: they differ or hold a
 * virus, and are gone. ORPHAN: stored, and for a day nobody uses it.
 */
export const uploadStates = ['UPLOADING', 'CHECKING', 'STORED', 'REJECTED', 'ORPHAN'] as const
export type UploadState = (typeof uploadStates)[number]

/** What the virus scanner has said of a file; WAITING: nothing yet. */
export const scanStates = ['WAITING', 'CLEAN', 'INFECTED'] as const
export type ScanState = (typeof scanStates)[number]

/** Where bytes lie: in the data folder, or in the database as pictures do. */
const uploadStorages = ['FOLDER', 'DATABASE'] as const

/** Where anybody reads a public file who knows its address: `/media/file/<key>/<name>`. */
export const publicFilePath = '/media/file'

/** Bytes of a megabyte, in which sizes of files are set. */
export const megabyte = 1024 * 1024
/** No part of a file is larger, whatever is set. */
export const mostChunkMB = 16
const mostMB = 65_536

/** A file's name without folders or control characters. */
const fileName = () =>
  z.string().check(z.trim(), z.minLength(1), z.maxLength(255), z.regex(/^[^\p{Cc}/\\]+$/u))

const sha256 = () => z.string().check(z.regex(/^[0-9a-f]{64}$/))

const announced = once(() =>
  z.strictObject({
    name: fileName(),
    size: z.int().check(z.minimum(1), z.maximum(mostMB * megabyte)),
    sha256: sha256(),
    type: z.enum(uploadTypes),
  }),
)

const begun = once(() =>
  z.object({
    uploadId: f.id(),
    state: z.enum(uploadStates),
    chunkBytes: z.int(),
    /** Numbers of the parts that the server does not have, from 0; none when the file is stored already. */
    missing: z.array(z.int()),
  }),
)

const outcome = once(() =>
  z.object({
    id: f.id(),
    state: z.enum(uploadStates),
    /** Why it was rejected, or what its check waits for: a text key. */
    reason: z.nullable(z.string()),
    /** What the virus scanner calls what it found. */
    signature: z.nullable(z.string()),
  }),
)
export type UploadOutcome = z.output<ReturnType<typeof outcome>>

const row = once(() =>
  z.object({
    id: f.id(),
    name: z.string(),
    type: z.enum(uploadTypes),
    bytes: z.int(),
    /** How many of them have arrived. */
    receivedBytes: z.int(),
    sha256: z.string(),
    md5: z.nullable(z.string()),
    state: z.enum(uploadStates),
    /** Why it was rejected, or what its check waits for: a text key. */
    reason: z.nullable(z.string()),
    /** Null: nobody has searched it for viruses. */
    scan: z.nullable(z.enum(scanStates)),
    scannedAt: z.nullable(f.moment()),
    /** What the virus scanner calls what it found. */
    signature: z.nullable(z.string()),
    storage: z.enum(uploadStorages),
    /** Where anybody reads it who knows the address; null where it is private. */
    publicUrl: z.nullable(z.string()),
    referenceCount: z.int(),
    orgName: z.string(),
    createdBy: z.string(),
    createdAt: f.moment(),
  }),
)
export type Upload = z.output<ReturnType<typeof row>>

const filter = once(() =>
  z.object({
    /** A part of the name, or the beginning of the SHA-256 or MD5. */
    name: z.optional(f.text(255)),
    type: z.optional(z.enum(uploadTypes)),
    state: z.optional(z.enum(uploadStates)),
    scan: z.optional(z.enum([...scanStates, 'NONE'])),
    fromMB: z.optional(z.coerce.number().check(z.minimum(0))),
    toMB: z.optional(z.coerce.number().check(z.minimum(0))),
  }),
)

/** What names end in, without the dot. */
const extensions = (known: string[]) =>
  z._default(
    z.array(z.string().check(z.regex(/^[a-z0-9]{1,10}$/))).check(z.minLength(1), z.maxLength(20)),
    known,
  )
const mostSize = (mb: number) => z._default(z.int().check(z.minimum(1), z.maximum(mostMB)), mb)
/** Days until a file that nobody uses goes; 0: never. */
const keptDays = (days: number) => z._default(z.int().check(z.minimum(0), z.maximum(3650)), days)

/** Whether the virus scanner must have found a file of this type clean; whether anybody may read it. */
const flag = () => z._default(z.boolean(), false)

const settings = once(() => ({
  /** Size of the parts that a file is sent in (parameter `upload.chunkMB`). */
  chunkMB: z._default(z.int().check(z.minimum(1), z.maximum(mostChunkMB)), 5),
  /** What stands before the path in addresses of public files; null: this server. */
  cdnBaseUrl: f.optional(f.webAddress()),
  apkExtensions: extensions(['apk', 'deb', 'ipk', 'tar', 'gz', 'tgz', 'xz', 'txz', 'zst', 'swu']),
  /** The parameter `apk.maxMB`. */
  apkMaxMB: z._default(z.int().check(z.minimum(1), z.maximum(4096)), 500),
  apkKeepDays: keptDays(30),
  apkScan: flag(),
  apkPublic: flag(),
  firmwareExtensions: extensions(['zip', 'bin', 'img', 'tar', 'gz', 'tgz', 'swu', 'raucb']),
  /** The parameter `firmware.maxMB`. */
  firmwareMaxMB: mostSize(4096),
  firmwareKeepDays: keptDays(30),
  firmwareScan: flag(),
  firmwarePublic: flag(),
  imageExtensions: extensions(['png', 'jpg', 'jpeg', 'webp']),
  imageMaxMB: mostSize(2),
  imageKeepDays: keptDays(30),
  imageScan: flag(),
  imagePublic: flag(),
  sheetExtensions: extensions(['xlsx', 'csv']),
  sheetMaxMB: mostSize(20),
  sheetKeepDays: keptDays(7),
  sheetScan: flag(),
  sheetPublic: flag(),
  paramExtensions: extensions(
    'json xml csv txt ini pem crt cer der bin png jpg jpeg gif'.split(' '),
  ),
  paramMaxMB: mostSize(2),
  paramKeepDays: keptDays(30),
  paramScan: flag(),
  paramPublic: flag(),
  logExtensions: extensions(['log', 'txt', 'json', 'gz', 'zip']),
  logMaxMB: mostSize(200),
  logKeepDays: keptDays(180),
  logScan: flag(),
  logPublic: flag(),
  documentExtensions: extensions(['pdf', 'jpg', 'jpeg', 'png']),
  documentMaxMB: mostSize(20),
  documentKeepDays: keptDays(7),
  documentScan: flag(),
  documentPublic: flag(),
  downloadExtensions: extensions(['zip', 'jar', 'aar', 'apk', 'gz', 'tgz', 'tar', 'pdf', 'txt']),
  downloadMaxMB: mostSize(1024),
  downloadKeepDays: keptDays(7),
  downloadScan: flag(),
  downloadPublic: flag(),
  terminalExtensions: extensions(
    'zip gz tgz tar bin json xml csv txt ini pem crt png jpg jpeg webp pdf mp4'.split(' '),
  ),
  terminalMaxMB: mostSize(200),
  terminalKeepDays: keptDays(30),
  terminalScan: flag(),
  terminalPublic: flag(),
  version: z.int(),
}))

const withId = once(() => ({ params: z.strictObject({ id: f.id() }) }) as const)
const own = once(() => ({ params: z.strictObject({ uploadId: f.id() }) }) as const)
const affected = once(() => z.object({ count: z.int() }))

/**
 * Files that people and API clients hand in, part by part: a broken line costs one part, and who
 * begins again goes on where he was.
 */
export const uploads = {
  init: post(`${uploadsPath}/init`, 'UPLOAD_ADD', () => ({ body: announced(), reply: begun() })),
  chunk: takingBytes(
    put(`${uploadsPath}/chunk/{uploadId}/{n}`, 'UPLOAD_ADD', () => ({
      params: z.strictObject({ uploadId: f.id(), n: z.string().check(z.regex(/^\d{1,5}$/)) }),
      body: f.bytes(),
      reply: affected(),
    })),
  ),
  complete: post(`${uploadsPath}/complete/{uploadId}`, 'UPLOAD_ADD', () => ({
    ...own(),
    reply: outcome(),
  })),
  state: get(`${uploadsPath}/state/{uploadId}`, 'UPLOAD_ADD', () => ({
    ...own(),
    reply: outcome(),
  })),
  /** Gives up an unfinished upload of one's own. */
  cancel: del(`${uploadsPath}/cancel/{uploadId}`, 'UPLOAD_ADD', () => ({
    ...own(),
    reply: affected(),
  })),
  rules: get(`${uploadsPath}/rules`, 'UPLOAD_ADD', () => ({
    reply: z.array(
      z.object({ type: z.enum(uploadTypes), extensions: z.array(z.string()), maxBytes: z.int() }),
    ),
  })),
  page: get(`${uploadsPath}/page`, 'UPLOAD_LIST', () => ({
    query: pageQuery(filter()),
    reply: pageOf(row()),
  })),
  references: get(`${uploadsPath}/references/{id}`, 'UPLOAD_LIST', () => ({
    ...withId(),
    reply: z.array(z.object({ usedBy: z.string(), usedId: f.id(), name: z.string() })),
  })),
  download: download(get(`${uploadsPath}/download/{id}`, 'UPLOAD_DOWNLOAD', withId)),
  remove: del(`${uploadsPath}/delete/{id}`, 'UPLOAD_DELETE', () => ({
    ...withId(),
    reply: affected(),
  })),
  removeMany: del(`${uploadsPath}/batch/delete`, 'UPLOAD_DELETE', () => ({
    body: z.strictObject({ ids: z.array(f.id()).check(z.minLength(1), z.maxLength(1000)) }),
    reply: affected(),
  })),
  /** Has stored files searched for viruses anew, in the background. */
  rescan: put(`${uploadsPath}/batch/rescan`, 'UPLOAD_SCAN', () => ({
    body: z.strictObject({ ids: z.array(f.id()).check(z.minLength(1), z.maxLength(1000)) }),
    reply: affected(),
  })),
  /** Removes the orphans that the caller sees. */
  purge: del(`${uploadsPath}/purge`, 'UPLOAD_DELETE', () => ({ reply: affected(), proof: true })),
}

const scanner = once(() =>
  z.object({
    /** NONE: this installation has none. AWAY: it does not answer. */
    state: z.enum(['NONE', 'AWAY', 'READY']),
    /** Its own words: product, version, age of its signatures. */
    version: z.nullable(z.string()),
  }),
)

/** What may be uploaded, how large, and how long it stays when nobody uses it. */
export const uploadConfig = {
  get: get(`${uploadsPath}/config`, 'UPLOAD_CONFIG', () => ({ reply: z.object(settings()) })),
  save: put(`${uploadsPath}/config`, 'UPLOAD_CONFIG', () => ({
    body: z.strictObject(settings()),
    reply: z.object(settings()),
  })),
  reset: del(`${uploadsPath}/config/reset`, 'UPLOAD_CONFIG', () => ({
    reply: z.object(settings()),
  })),
  /** Whether the virus scanner answers now. */
  scanner: get(`${uploadsPath}/scanner`, 'UPLOAD_CONFIG', () => ({ reply: scanner() })),
}
export type UploadConfig = z.output<(typeof uploadConfig)['get']['schemas']['reply']>
