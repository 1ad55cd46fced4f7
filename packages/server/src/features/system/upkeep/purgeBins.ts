import { type Kysely, sql } from 'kysely'
import type { Platform } from '../../../kit/context.ts'
import type { DB } from '../../../platform/schema.ts'
import { parameter } from '../parameter/index.ts'

/** Records of one bin that go at a time: the rest goes the next night. */
const mostAtATime = 20_000

/**
 * Destroys what lay in the recycle bins for longer than `recycle.keepDays`. A record that others
 * refer to stays, as it does for a person.
 */
export async function purgeBins({ db, log }: Pick<Platform, 'db' | 'log'>): Promise<void> {
  const days = await parameter(db, 'recycle.keepDays')
  for (const bin of await findBins(db)) {
    const { rows } = await sql<{ gone: number }>`select purge_recycle_bin(${bin}::regclass,
      now() - make_interval(days => ${days}), ${mostAtATime}) as gone`.execute(db)
    const gone = rows[0]?.gone ?? 0
    if (gone > 0) log.info({ bin, gone, days }, 'what lay in a recycle bin for long was destroyed')
  }
}

/** Every table whose records go to a bin first: those that have a version. Others only copy that theirs is there. */
async function findBins(db: Kysely<DB>): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`select class.relname as name
    from pg_attribute as member join pg_class as class on class.oid = member.attrelid
    where member.attname = 'deleted_at' and class.relkind = 'r'
      and class.relnamespace = 'public'::regnamespace
      and exists (select from pg_attribute as other where other.attrelid = class.oid and other.attname = 'version')
    order by name`.execute(db)
  return rows.map(({ name }) => name)
}
