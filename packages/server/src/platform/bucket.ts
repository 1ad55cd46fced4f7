import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline, Readable, Transform } from 'node:stream'
import type { S3Settings } from './bucketAddress.ts'
import type { ByteRange } from './fileAnswer.ts'
import { contentName, type StoredFile } from './fileStore.ts'
import { requireNoConnection } from './holding.ts'

/** The bucket cannot be asked now, or its store refuses: a plain sentence. Whoever asked comes again. */
export class BucketFault extends Error {
  readonly statusCode = 503
}

/** What the bucket holds under a name is not what was put there. */
export class WrongContent extends BucketFault {}

/** A content of the bucket, or a part of it. */
interface Kept {
  /** What the bucket calls these bytes: others have another name. */
  readonly etag: string
  /** Ends with {@link WrongContent} before its last bytes where the whole is something else. */
  readonly content: Readable
}

/** A bucket of an S3 store that holds contents under their SHA-256. All but `check` throw {@link BucketFault}. */
export interface Bucket {
  put(file: StoredFile, path: string, signal: AbortSignal): Promise<void>
  /** Throws {@link WrongContent} where there is nothing of this size. */
  get(file: StoredFile, range?: ByteRange): Promise<Kept>
  remove(sha256: Buffer): Promise<void>
  /** Null: it is there and takes the key. Else why not. */
  check(): Promise<string | null>
}

/** Until an answer begins. */
const answerMs = 10_000
/** For so long nothing may move: of what is read, and of what is sent until it is taken. */
const silentMs = { read: 15_000, sent: 120_000 }
/** Terminals that read at a time, each by a connection of its own. */
const maxSockets = 2_000

const silent = () => undefined

async function connect({ endpoint, region, accessKey, secretKey }: S3Settings) {
  // Some megabytes of code for those who have a bucket.
  const library = await import('@aws-sdk/client-s3')
  const client = new library.S3Client({
    endpoint,
    region,
    credentials: { accessKeyId: accessKey, secretAccessKey: secretKey },
    // Stores of other makers have no names for buckets, and know no check sums but those asked for.
    forcePathStyle: true,
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    // What goes wrong is thrown.
    logger: { debug: silent, info: silent, warn: silent, error: silent },
    requestHandler: {
      connectionTimeout: 5_000,
      httpAgent: { maxSockets },
      httpsAgent: { maxSockets },
    },
  })
  return { ...library, client }
}

type Connection = Awaited<ReturnType<typeof connect>>

/** A bucket that is first spoken to when it is needed; what speaks to it is loaded now, while nobody waits. */
export async function openBucket(settings: S3Settings): Promise<Bucket> {
  const connection = await connect(settings)
  const { client, GetObjectCommand, DeleteObjectCommand } = connection
  const placeOf = (sha256: Buffer) => ({ Bucket: settings.bucket, Key: contentName(sha256) })

  async function ask<T>(question: (limit: AbortSignal) => Promise<T>): Promise<T> {
    requireNoConnection('the file store')
    const limit = new AbortController()
    // Not a signal that fires later all the same: the answer may be read for long.
    const timer = setTimeout(() => limit.abort(), answerMs)
    try {
      return await question(limit.signal)
    } catch (error) {
      throw faultOf(error)
    } finally {
      clearTimeout(timer)
    }
  }

  return {
    put: (file, path, signal) =>
      ask(() => send(connection, { file, place: placeOf(file.sha256), path, signal })),
    get: (file, range) =>
      ask(async (abortSignal) => {
        const part = range ? { Range: `bytes=${range.start}-${range.end}` } : {}
        const command = new GetObjectCommand({ ...placeOf(file.sha256), ...part })
        const { Body, ETag, ContentLength, ContentRange } = await client.send(command, {
          abortSignal,
        })
        if (!(Body instanceof Readable)) throw new BucketFault('The file store sends no bytes.')
        const total = range ? Number(ContentRange?.split('/')[1]) : ContentLength
        if (total === file.bytes && ETag) return { etag: ETag, content: checked(Body, file, range) }
        Body.destroy()
        throw new WrongContent('a content of the bucket has another size')
      }),
    remove: (sha256) =>
      ask(async (abortSignal) => {
        await client.send(new DeleteObjectCommand(placeOf(sha256)), { abortSignal })
      }),
    check: () =>
      // Something that is not there: other questions need other rights.
      ask((abortSignal) =>
        client.send(new GetObjectCommand({ Bucket: settings.bucket, Key: 'nothing' }), {
          abortSignal,
        }),
      ).then(() => null, toldOf),
  }
}

const toldOf = (error: unknown) => {
  if (error instanceof WrongContent) return null
  return error instanceof Error ? error.message : String(error)
}

interface Sent {
  readonly file: StoredFile
  readonly place: { readonly Bucket: string; readonly Key: string }
  readonly path: string
  readonly signal: AbortSignal
}

/** Puts a file in one piece, unless nothing moves for too long. */
async function send(
  { client, PutObjectCommand }: Connection,
  { file: { sha256, bytes }, place, path, signal }: Sent,
): Promise<void> {
  const silence = new AbortController()
  const moved = sparing(silentMs.sent, () => silence.abort())
  const Body = Readable.from(told(createReadStream(path), moved.again))
  const sum = { ContentLength: bytes, ChecksumSHA256: sha256.toString('base64') }
  const abortSignal = AbortSignal.any([signal, silence.signal])
  try {
    await client.send(new PutObjectCommand({ ...place, ...sum, Body }), { abortSignal })
  } finally {
    moved.stop()
    Body.destroy()
  }
}

/** Acts once nothing has been told of for so long. */
function sparing(ms: number, act: () => void) {
  const timer = setTimeout(act, ms)
  return { again: () => void timer.refresh(), stop: () => clearTimeout(timer) }
}

async function* told(content: Readable, tell: () => void) {
  for await (const part of content) {
    tell()
    yield part
  }
}

/**
 * What a store sends, watched: as many bytes as asked for, of the whole also its hash, and no long
 * silence. The last bytes are handed on once all of it is right, so that nobody has the whole of
 * anything else.
 */
function checked(body: Readable, { sha256, bytes }: StoredFile, range?: ByteRange): Readable {
  const wanted = range ? range.end - range.start + 1 : bytes
  const hash = range ? null : createHash('sha256')
  let seen = 0
  let last: Buffer | null = null
  const isRight = () => seen === wanted && (hash === null || hash.digest().equals(sha256))
  const out = new Transform({
    transform(part: Buffer, _encoding, done) {
      silence.again()
      hash?.update(part)
      seen += part.length
      done(null, last)
      last = part
    },
    flush: (done) => (isRight() ? done(null, last) : done(wrong())),
  })
  const wrong = () => new WrongContent('a content of the bucket is not what was put there')
  const silence = sparing(silentMs.read, () =>
    // Whoever reads slowly is waited for by the store, too.
    out.writableNeedDrain ? silence.again() : out.destroy(new BucketFault(sentences.silent)),
  )
  return pipeline(body, out, () => silence.stop())
}

const sentences = {
  silent: 'The file store does not answer.',
  refused: 'The file store refuses the access key, or what it may do.',
  bucket: 'The bucket is not there.',
  clock: 'The clock of this machine is not that of the file store.',
  region: 'The bucket lies in another region than S3_URL says.',
  certificate: 'The certificate of the file store is not trusted.',
} as const

const known: Readonly<Record<string, keyof typeof sentences>> = {
  AccessDenied: 'refused',
  Forbidden: 'refused',
  '403': 'refused',
  InvalidAccessKeyId: 'refused',
  SignatureDoesNotMatch: 'refused',
  NoSuchBucket: 'bucket',
  RequestTimeTooSkewed: 'clock',
  PermanentRedirect: 'region',
  AuthorizationHeaderMalformed: 'region',
  AbortError: 'silent',
  TimeoutError: 'silent',
}

/** What the library throws, as what it means here. */
function faultOf(error: unknown): Error {
  if (error instanceof BucketFault) return error
  if (!(error instanceof Error)) return new BucketFault(String(error))
  // A file of ours: it has been dropped meanwhile.
  if ('path' in error) return error
  if (['NoSuchKey', 'InvalidRange'].includes(error.name))
    return new WrongContent('a content of the bucket is not there', { cause: error })
  return new BucketFault(sentenceOf(error), { cause: error })
}

function sentenceOf(error: Error): string {
  const code = 'code' in error ? String(error.code) : ''
  const status = statusOf(error)
  const found = known[error.name] ?? known[String(status)]
  if (found) return sentences[found]
  if (/CERT|SIGNATURE|ISSUER|ALTNAME/.test(code)) return `${sentences.certificate} (${code})`
  if (status !== null) return `The file store refuses: ${error.name} (${status}).`
  return /^E[A-Z_]+$/.test(code) ? `${sentences.silent} (${code})` : sentences.silent
}

function statusOf(error: Error): number | null {
  const answer = '$metadata' in error ? error.$metadata : null
  const isTold = typeof answer === 'object' && answer !== null && 'httpStatusCode' in answer
  return isTold && typeof answer.httpStatusCode === 'number' ? answer.httpStatusCode : null
}
