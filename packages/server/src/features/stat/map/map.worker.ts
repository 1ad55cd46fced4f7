import { sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import { every, type Job } from '../../../kit/jobs.ts'

/** Counting takes no more than a thirtieth of the time: a large estate is counted less often. */
const rest = 30

/**
 * Counts terminals anew by the areas where they stand. Several facts of other records say where that
 * is, so that all are counted instead of following each of them.
 */
export async function countAreas({ db }: Pick<Platform, 'db'>): Promise<void> {
  await db.transaction().execute(async (trx) => {
    const { rows } = await sql`select from stat_area_counted
      where at is null or at + make_interval(secs => seconds * ${rest}::integer) <= now()
      for update skip locked`.execute(trx)
    if (rows.length > 0) await sql`select count_areas()`.execute(trx)
  })
}

export const mapJobs: readonly Job[] = [every('* * * * *', 'stat.area', countAreas)]
