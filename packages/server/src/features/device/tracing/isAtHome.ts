import { type SqlBool, sql } from 'kysely'

/** Whether the terminal of a `trace` is still whose the trace is: what it writes elsewhere is not for them. */
export const isAtHome = sql<SqlBool>`exists (select from device
  where device.id = trace.device_id and device.org_id = trace.org_id)`
