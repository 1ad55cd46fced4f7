import type { Device } from '@muster/contract'
import { type SqlBool, sql } from 'kysely'
import type { Condition } from '../../../kit/page.ts'

/** Whether a terminal is connected. */
export const isOnline = sql<SqlBool>`exists (select from device_online online where online.device_id = device.id)`
/** Whether it has ever spoken. */
export const hasState = sql<SqlBool>`exists (select from device_state state where state.device_id = device.id)`

/** Whether a terminal is there, by presence. */
export const presenceIs: Readonly<Record<Device['presence'], Condition>> = {
  ONLINE: isOnline,
  OFFLINE: sql<SqlBool>`${hasState} and not ${isOnline}`,
  NEVER: sql<SqlBool>`not ${hasState} and not ${isOnline}`,
}
