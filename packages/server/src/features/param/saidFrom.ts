import { sql } from 'kysely'
import type { Context } from '../../kit/context.ts'

/** Tells triggers that write values down from which address this call came; for its transaction alone. */
export const saidFrom = ({ db, ip }: Pick<Context, 'db' | 'ip'>): Promise<unknown> =>
  sql`select set_config('muster.ip', ${ip}, true)`.execute(db)
