import { randomUUID } from 'node:crypto'
import { createWriteStream } from 'node:fs'
import { mkdir, rm, utimes } from 'node:fs/promises'
import { dirname } from 'node:path'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Logger } from 'pino'
import type pg from 'pg'
import { type Bucket, BucketFault, WrongContent } from './bucket.ts'
import { writingTo } from './diskFull.ts'
import type { Env } from './env.ts'
import type { ByteRange } from './fileAnswer.ts'
import { contentPath, draftPath, fileStoreIn } from './fileStore.ts'

/** Stored contents wherever they lie: in the data folder, else in the bucket. */
export interface Contents {
  has(sha256: Buffer): Promise<boolean>
  /** The bytes, or a part of them; {@link isMissing} where there are none, `BucketFault` where they cannot be had now. */
  open(sha256: Buffer, range?: ByteRange): Promise<Readable>
  /** Lets something read a content as a file, which goes afterwards where it was fetched for it. */
  withFile<T>(sha256: Buffer, read: (path: string) => Promise<T>): Promise<T>
}

interface Where {
  readonly env: Pick<Env, 'dataFolder'>
  readonly pool: pg.Pool
  readonly bucket: Bucket | null
  readonly log: Logger
}

/** Whether a failure says that a content is nowhere. */
export const isMissing = (error: unknown): boolean =>
  error instanceof Error && 'code' in error && error.code === 'ENOENT'

const missing = () => Object.assign(new Error('a stored content is nowhere'), { code: 'ENOENT' })

interface Row {
  readonly bytes: number
  readonly etag: string | null
  readonly isDoubted: boolean
}

export function contentsOf({ env: { dataFolder }, pool, bucket, log }: Where): Contents {
  const store = fileStoreIn(dataFolder)

  /** Where the bucket has it; null: it has not, or there is no bucket. */
  async function find(sha256: Buffer): Promise<Row | null> {
    if (!bucket) return null
    const { rows } = await pool.query<Row>({
      name: 'contents.find',
      text: `select bytes, etag, state = 'DOUBTED' as "isDoubted" from bucket_content
        where sha256 = $1 and state in ('STORED', 'DOUBTED')`,
      values: [sha256],
    })
    return rows[0] ?? null
  }

  /** A worker proves it anew; until then nobody is given it. */
  async function doubt(sha256: Buffer): Promise<void> {
    log.error({ sha256: sha256.toString('hex') }, 'a content of the bucket is not what was stored')
    try {
      await pool.query(
        `update bucket_content set state = 'DOUBTED', due_at = now(), changed_at = now()
          where sha256 = $1 and state = 'STORED'`,
        [sha256],
      )
    } catch (err) {
      log.warn({ err }, 'a doubt was not noted')
    }
  }

  async function fetch(from: Bucket, sha256: Buffer, range?: ByteRange): Promise<Readable> {
    const row = await find(sha256)
    if (!row) throw missing()
    if (row.isDoubted) throw new BucketFault('A content of the bucket is being proved.')
    try {
      const { etag, content } = await from.get({ sha256, bytes: row.bytes }, range)
      if (etag === row.etag) return content.once('error', note)
      content.destroy()
      throw new WrongContent('a content of the bucket has been written anew')
    } catch (error) {
      if (error instanceof WrongContent) await doubt(sha256)
      throw error
    }

    function note(error: Error): void {
      if (error instanceof WrongContent) void doubt(sha256)
    }
  }

  async function open(sha256: Buffer, range?: ByteRange): Promise<Readable> {
    try {
      return await store.open(sha256, range)
    } catch (error) {
      if (!bucket || !isMissing(error)) throw error
      return fetch(bucket, sha256, range)
    }
  }

  return {
    has: async (sha256) => (await store.has(sha256)) || (await find(sha256)) !== null,
    open,
    async withFile(sha256, read) {
      const path = contentPath(dataFolder, sha256)
      if (!bucket || (await isNear(path))) return read(path)
      const draft = draftPath(dataFolder, randomUUID())
      try {
        await mkdir(dirname(draft), { recursive: true })
        await writingTo(
          draft,
          pipeline(await open(sha256), createWriteStream(draft, { mode: 0o600 })),
        )
        return await read(draft)
      } finally {
        await rm(draft, { force: true })
      }
    },
  }
}

/** Whether a content lies in the folder; it is marked as used, so that it is not taken away just now. */
const isNear = (path: string): Promise<boolean> => {
  const now = new Date()
  return utimes(path, now, now).then(
    () => true,
    (error: unknown) => !isMissing(error),
  )
}
