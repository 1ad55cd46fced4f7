import { actionLog, alarms, deviceLog, devices, users } from '@muster/contract'
import { expect, it } from 'vitest'
import { fileColumns } from './fileColumns.ts'
import { textOf, valuesOf, WallTime } from './write/cells.ts'

const english = 'en'
type Wished = Parameters<typeof fileColumns>[1]['columns'][number]

const said = (column: Wished, row: object, timeZone = 'UTC', language = english) => {
  const made = fileColumns(users.page, { columns: [column], timeZone }, language)
  return [made[0]?.[1], ...valuesOf({ ...row }, made).map(textOf)]
}

it.each([
  [{ ACTIVE: 'user.state.ACTIVE' }, 'ACTIVE', 'Active'],
  ['user.state.{state}', 'LOCKED', 'Locked'],
  // What has no text is told as it is.
  ['user.state.{state}', 'NEW', 'NEW'],
  [{ ACTIVE: 'user.state.ACTIVE' }, 'LOCKED', 'LOCKED'],
  [{ '*': 'log.refusedWith' }, 403, 'Refused 403'],
  [{ '': 'kit.no', '*': 'kit.yes' }, null, 'No'],
  [{ '': 'client.anywhere' }, [], 'Anywhere'],
  [
    { ACTIVE: 'user.state.ACTIVE', LOCKED: 'user.state.LOCKED' },
    ['ACTIVE', 'LOCKED', 'NEW'],
    'Active, Locked, NEW',
  ],
  [{ true: 'kit.yes', false: 'kit.no' }, false, 'No'],
  [{ 1: 'kit.enabled', 0: 'kit.disabled' }, 0, 'Disabled'],
  [{}, 'constructor', 'constructor'],
] as const)('says by %j for %j: %s', (words, state, expected) => {
  expect(said(['state', 'State', words], { state })).toEqual(['State', expected])
})

it('says what a reader of another language reads', () => {
  expect(
    said(['state', 'State', 'user.state.{state}'], { state: 'ACTIVE' }, 'UTC', 'ar-IQ')[1],
  ).toBe('نشط')
})

it.each([
  ['IQ', 'en', 'Iraq'],
  ['IQ', 'ar-IQ', 'العراق'],
  // No code of a country.
  ['XQ', 'en', 'XQ'],
  ['Iraq', 'en', 'Iraq'],
  [null, 'en', ''],
])('calls the country %j in %s %s', (country, language, expected) => {
  const column = ['country', 'Country', 'country.{country}'] as const
  expect(said(column, { country }, 'UTC', language)).toEqual(['Country', expected])
})

it.each([
  ['VENDOR_LIST', 'See the list'],
  ['BATCH_DELETE', 'Move many to the recycle bin'],
])('calls the right %s as the console does', (permission, expected) => {
  const columns = [['permission', 'Action', 'right.{permission}']] as const
  const made = fileColumns(actionLog.page, { columns, timeZone: 'UTC' }, english)
  expect(valuesOf({ permission }, made)).toEqual([expected])
})

it.each([
  ['UTC', '2026-11-22T12:00:00.000Z', '2026-11-22 12:00:00'],
  ['Asia/Baghdad', '2026-11-22T22:30:00.000Z', '2026-11-23 01:30:00'],
  // Clocks show it twice that night.
  ['Europe/Berlin', '2026-10-25T00:30:00.000Z', '2026-10-25 02:30:00+02:00'],
  ['Europe/Berlin', '2026-10-25T01:30:00.000Z', '2026-10-25 02:30:00+01:00'],
  ['America/St_Johns', '2026-11-01T04:00:00.000Z', '2026-11-01 01:30:00-02:30'],
])('says in %s of %s: %s', (zone, at, expected) => {
  expect(said(['createdAt', 'Created'], { createdAt: at }, zone)).toEqual([
    `Created (${zone})`,
    expected,
  ])
})

it('counts moments as sheets do, and leaves days and what only looks like a moment alone', () => {
  const columns = [
    ['lastSignInAt', 'A'],
    ['realName', 'B'],
    ['createdAt', 'C'],
  ] as const
  const at = '2026-11-22T21:00:00.000Z'
  const made = fileColumns(users.page, { columns, timeZone: 'Asia/Baghdad' }, english)
  expect(valuesOf({ lastSignInAt: null, realName: at, createdAt: at }, made)).toEqual([
    null,
    at,
    new WallTime('2026-11-23 00:00:00', 46_349),
  ])
})

it.each([
  [
    'en',
    { endsOn: '2026-12-13', until: '2026-12-13', keySlots: ['0 TMK', '1 TPK'] },
    'the first ends on 12/13/2026, slots 0 TMK, 1 TPK',
  ],
  ['en', { freeMb: 300 }, '300 MB free'],
  ['en', { printer: 'NO_PAPER', event: 'PAPER_OUT' }, 'Out of paper'],
  ['ar-IQ', { percent: 12 }, 'البطارية ١٢٪\u061c'],
])('says in %s what was told with an alarm as its list does: %j', (language, data, expected) => {
  const columns = [['data', 'Details', 'told.alarm']] as const
  const made = fileColumns(alarms.page, { columns, timeZone: 'UTC' }, language)
  expect(valuesOf({ data }, made)).toEqual([expected])
})

it('says what belongs to an entry of the log as the list does', () => {
  const columns = [['data', 'Details', 'told.log.{code}.{otherOrgName}']] as const
  const made = fileColumns(deviceLog.page, { columns, timeZone: 'UTC' }, english)
  const file = (code: string, data: object, otherOrgName: string | null = null) =>
    valuesOf({ code, data, otherOrgName }, made)[0]
  expect(file('SUSPEND', { from: 'ACTIVE', to: 'SUSPENDED', reason: 'Rebuilt' })).toBe(
    'Active → Suspended · reason: Rebuilt',
  )
  expect(file('ALARM_CLOSED', { kind: 'BATTERY', cause: 'ENDED' })).toBe('Battery low · It is over')
  expect(file('MOVED_OUT', { orgId: 'x' }, 'Basra')).toBe('to Basra')
  expect(file('COMMAND_SENT', { cmd: 'REBOOT' })).toBe('Reboot')
})

it.each([
  ['2027-06-30', 46568],
  // Sheets count days before the first of March 1900 in two ways.
  ['1899-12-31', undefined],
  [null, undefined],
])('writes the day %s as a day, in no zone', (warrantyEnd, serial) => {
  const columns = [['warrantyEnd', 'Warranty until']] as const
  const made = fileColumns(devices.page, { columns, timeZone: 'Asia/Baghdad' }, english)
  const [value] = valuesOf({ warrantyEnd }, made)
  expect(made[0]?.[1]).toBe('Warranty until')
  expect(value instanceof WallTime ? value.serial : undefined).toBe(serial)
  expect(textOf(value)).toBe(warrantyEnd ?? '')
})
