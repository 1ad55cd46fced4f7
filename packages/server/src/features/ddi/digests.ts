import { createHash } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import type { Platform } from '../../kit/context.ts'
import { contentsOf } from '../../platform/contents.ts'

/** Sums of a content, in hexadecimal. */
export interface Digests {
  readonly sha1: string
  readonly md5: string
}

/**
 * The sums that clients ask for, made once for each content; those who ask meanwhile wait for the
 * same reading of it.
 */
export function openDigests(platform: Platform): (sha256: Buffer) => Promise<Digests> {
  const making = new Map<string, Promise<Digests>>()
  return async (sha256) => {
    const known = await find(platform, sha256)
    if (known) return known
    const name = sha256.toString('hex')
    const begun = making.get(name) ?? make(platform, sha256).finally(() => making.delete(name))
    making.set(name, begun)
    return begun
  }
}

async function find({ pool }: Platform, sha256: Buffer): Promise<Digests | null> {
  const { rows } = await pool.query<Digests>({
    name: 'ddi.digests',
    text: `select encode(sha1, 'hex') as sha1, encode(md5, 'hex') as md5 from content_digest where sha256 = $1`,
    values: [sha256],
  })
  return rows[0] ?? null
}

async function make(platform: Platform, sha256: Buffer): Promise<Digests> {
  const [sha1, md5] = [createHash('sha1'), createHash('md5')]
  await contentsOf(platform).withFile(sha256, (path) =>
    pipeline(createReadStream(path), async (parts: AsyncIterable<Buffer>) => {
      for await (const part of parts) {
        sha1.update(part)
        md5.update(part)
      }
    }),
  )
  const made = { sha1: sha1.digest('hex'), md5: md5.digest('hex') }
  await platform.pool.query({
    name: 'ddi.keepDigests',
    text: `insert into content_digest (sha256, sha1, md5) values ($1, decode($2, 'hex'), decode($3, 'hex'))
      on conflict do nothing`,
    values: [sha256, made.sha1, made.md5],
  })
  return made
}
