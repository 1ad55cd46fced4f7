import type pg from 'pg'
import type { Bucket } from './bucket.ts'
import type { Readiness } from './readiness.ts'

/** The bucket is asked no oftener. */
const freshMs = 15_000

interface Counts {
  readonly stored: number
  readonly wrong: number
  readonly stuck: number
}

/** Says what is wrong with the bucket; without one, that files lie in one all the same. */
export function bucketCheck({
  bucket,
  pool,
}: {
  readonly bucket: Bucket | null
  readonly pool: pg.Pool
}): Readiness {
  let last: { readonly at: number; readonly fault: string | null } = { at: -freshMs, fault: null }
  return {
    name: 'bucket',
    async check() {
      const { rows } = await pool.query<Counts>(`select
        (exists (select from bucket_content where state = 'STORED'))::integer as stored,
        (select count(*)::integer from bucket_content where state = 'WRONG') as wrong,
        (select count(*)::integer from bucket_content where state <> 'STORED' and attempts > 2
          and state <> 'WRONG') as stuck`)
      const { stored = 0, wrong = 0, stuck = 0 } = rows[0] ?? {}
      if (!bucket) return stored > 0 ? 'Stored files lie in a bucket, and S3_URL names none.' : null
      if (performance.now() - last.at >= freshMs)
        last = { at: performance.now(), fault: await bucket.check() }
      if (last.fault !== null) return `${last.fault} New files stay in the data folder meanwhile.`
      if (wrong > 0) return `${wrong} files are not in the bucket as they were stored.`
      return stuck > 0 ? `${stuck} files could not be moved to the bucket; see the log.` : null
    },
  }
}
