import { type SqlBool, sql } from 'kysely'
import { beginsWith, type Condition } from '../../kit/page.ts'

/** Of terminals whose serial number begins so: they are found first, rows then by their ids. */
export const ofTerminals = (sn: string): Condition =>
  sql<SqlBool>`device_id in (select found.id from device as found
    where ${beginsWith(sql`found.sn`, sn.trim().toUpperCase())})`
