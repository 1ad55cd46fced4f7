import {
  type LockState,
  lockStates,
  type ParamStand,
  paramStands,
  type SecurityState,
  securityStates,
} from '@muster/contract'
import { type RawBuilder, type SqlBool, sql } from 'kysely'
import type { Condition } from '../../../kit/page.ts'
import type { Finds } from './fact.ts'

// How a terminal stands. Indexes of just what is wrong find those it is wrong with; asked the other way round, each
// terminal is looked up by its own.

const anyOf = (conditions: readonly Condition[]): Condition =>
  sql<SqlBool>`(${sql.join([...conditions], sql` or `)})`

const hasOpenAlarm = (condition: RawBuilder<unknown>): Condition =>
  sql<SqlBool>`exists (select from alarm
    where alarm.device_id = device.id and alarm.closed_at is null and ${condition})`

export const alarmKindFact: Finds = ({ values }) =>
  hasOpenAlarm(sql`alarm.kind = any(${[...values]}::text[])`)

export const alarmSeverityFact: Finds = ({ values }) =>
  hasOpenAlarm(sql`alarm.severity = any(${[...values]}::text[])`)

const hasTold = (condition: RawBuilder<unknown>): Condition =>
  sql<SqlBool>`exists (select from device_security told where told.device_id = device.id and ${condition})`

const isCloned = hasOpenAlarm(sql`alarm.kind = 'CLONE_SUSPECT'`)

const securityIs: Readonly<Record<SecurityState, Condition>> = {
  TAMPERED: hasTold(sql`told.kind = 'TAMPERED'`),
  ROOTED: hasTold(sql`told.kind = 'ROOTED'`),
  KEY_MISSING: hasTold(sql`told.kind = 'KEY_MISSING'`),
  CLONE_SUSPECT: isCloned,
  OK: sql<SqlBool>`(exists (select from device_snapshot info
      where info.device_id = device.id and info.kind = 'info')
    and not ${hasTold(sql`true`)} and not ${isCloned})`,
}

/** A terminal has each of these that holds. */
export const securityFact: Finds = ({ values }) =>
  anyOf(securityStates.filter((state) => values.includes(state)).map((state) => securityIs[state]))

const wants = (condition: RawBuilder<unknown>): Condition =>
  sql<SqlBool>`exists (select from param_desired wanted
    where wanted.device_id = device.id and wanted.until is null and ${condition})`
// As the indexes have it, which know only those that are not as they should be.
const unlike = wants(sql`wanted.state <> 'APPLIED'`)
const drifted = wants(sql`wanted.state = 'DRIFT'`)

const paramStandIs: Readonly<Record<ParamStand, Condition>> = {
  IN_SYNC: sql<SqlBool>`(${wants(sql`true`)} and not ${unlike})`,
  BEHIND: sql<SqlBool>`(${unlike} and not ${drifted})`,
  DRIFT: drifted,
}

/** A terminal stands in one of these at most, over all of its applications: as its row shows it. */
export const paramStandFact: Finds = ({ values }) =>
  anyOf(paramStands.filter((stand) => values.includes(stand)).map((stand) => paramStandIs[stand]))

const sides = ['IN', 'OUT'] as const
// Said as the index of those outside has it.
const sideIs = {
  IN: sql<SqlBool>`exists (select from device_fence held
    where held.device_id = device.id and held.state = 'IN')`,
  OUT: sql<SqlBool>`exists (select from device_fence held
    where held.device_id = device.id and held.state = 'OUT')`,
} as const

export const fenceFact: Finds = ({ values }) =>
  anyOf(sides.filter((side) => values.includes(side)).map((side) => sideIs[side]))

const isHeld = (condition: RawBuilder<unknown>): Condition =>
  sql<SqlBool>`exists (select from device_lock locked
    where locked.device_id = device.id and locked.state <> 'NONE' and ${condition})`

/** One that never was locked has no row. */
const lockIs = (state: LockState): Condition =>
  state === 'NONE' ? sql<SqlBool>`not ${isHeld(sql`true`)}` : isHeld(sql`locked.state = ${state}`)

export const lockFact: Finds = ({ values }) =>
  anyOf(lockStates.filter((state) => values.includes(state)).map(lockIs))
