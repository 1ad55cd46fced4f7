import {
  alarms,
  appLog,
  applies,
  type Call,
  codes,
  deviceLog,
  jsonDocuments,
  logTraces,
  mqttTasks,
  orgApks,
  paramDeliveries,
  paramFindings,
  paramLog,
  plans,
  repairs,
  upgradeResults,
  variables,
} from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { type Grown, patience, startGrown } from './grown.ts'
import { questionsOf } from './questions.ts'
import { listedEstate } from './sizes.ts'
import { vast } from './tables.ts'

let grown: Grown
const ids = new Map<string, string>()

beforeAll(async () => {
  grown = await startGrown(listedEstate)
  const { rows } = await sql<{ name: string; id: string }>`select * from (values
      ('orgId', (select id from organization where code = 'place-1')),
      ('vendorId', (select id from vendor where code = 'vendor-1')),
      ('modelId', (select id from model where code = 'model-1')),
      ('groupId', (select id from device_group where name = 'Group 1')),
      ('stationId', (select id from station where code = 'station-1')),
      ('deviceId', (select id from device order by sn limit 1)),
      ('appId', (select id from app where package = 'com.bench.app1')),
      ('versionId', (select id from upgrade_version order by id limit 1)),
      ('planId', (select id from plan order by id limit 1)),
      ('assignmentId', (select id from param_assignment order by id limit 1)),
      ('documentId', (select id from json_document order by id limit 1))) as known (name, id)`.execute(
    grown.app.platform.db,
  )
  for (const { name, id } of rows) ids.set(name, id)
}, patience)
afterAll(() => grown.app.close())

const lists: readonly Call[] = [
  alarms.page,
  applies.page,
  appLog.page,
  deviceLog.page,
  jsonDocuments.page,
  logTraces.page,
  mqttTasks.page,
  paramLog.page,
  plans.page,
  repairs.page,
  upgradeResults.page,
  variables.page,
]

describe('filters and words of a list', () => {
  it.each(lists.map((call): [string, Call] => [call.path, call]))(
    '%s read no vast table from end to end',
    async (_, call) => {
      const { data } = await grown.admin.call(call, { query: {} })
      // Every list answers with its rows and how many there are.
      const { list, total } = data as unknown as { list: Record<string, unknown>[]; total: number }
      const found: string[] = []
      for (const { name, query } of questionsOf(call, { row: list[0] ?? {}, ids, total })) {
        // A page further on walks over those before it.
        if (/^(?:sort|page) /.test(name)) continue
        const parts = await grown.growthIn(() => grown.admin.call(call, { query }), {
          tables: vast,
          by: 'wholes',
        })
        found.push(...parts.map((part) => `${name}: ${part}`))
      }
      expect(found).toEqual([])
    },
  )
})

describe('lists of what belongs to terminals', () => {
  const bySerial: readonly Call[] = [alarms.page, paramDeliveries.page, paramFindings.page]
  it.each(bySerial.map((call): [string, Call] => [call.path, call]))(
    '%s are sorted by serial number without sorting the estate',
    async (_, call) => {
      const query = { sortField: 'sn', sortOrder: 'asc' }
      const answered: number[] = []
      const look = async () => {
        answered.push((await grown.admin.call(call, { query })).code)
      }
      const parts = await grown.growthIn(look, { tables: vast, by: 'wholes' })
      expect(parts).toEqual([])
      expect(answered).toEqual([codes.success])
    },
  )

  it.each([deviceLog.page, appLog.page].map((call): [string, Call] => [call.path, call]))(
    '%s by a part of a serial number reads no entry of others',
    async (_, call) => {
      for (const keyword of ['SN1-0000001', 'SN1-00000011', 'NOBODY'])
        expect(
          await grown.growthIn(() => grown.admin.call(call, { query: { keyword } }), {
            tables: ['device_event', 'device_app_event'],
          }),
        ).toEqual([])
    },
  )
})

describe('deliveries of parameters', () => {
  it.each<Record<string, string>>([
    { state: 'PENDING' },
    { sortField: 'state', sortOrder: 'asc' },
    { sortField: 'state', sortOrder: 'desc' },
    { sortField: 'changedAt', sortOrder: 'asc' },
    { pageNum: '20' },
  ])('%o read no more of them than they show and count', async (query) => {
    const answered: number[] = []
    const look = async () => {
      answered.push((await grown.admin.call(paramDeliveries.page, { query })).code)
    }
    expect(await grown.growthIn(look, { tables: ['param_desired'] })).toEqual([])
    expect(answered).toEqual([codes.success])
  })
})

describe('what a policy would reach', () => {
  it.each(['SUBTREE', 'ORG'] as const)(
    'is told of %s with a look at the others about the application, not one for each terminal',
    async (scopeKind) => {
      const body = { orgId: ids.get('orgId') ?? '', appId: ids.get('appId') ?? '', scopeKind }
      const answered: number[] = []
      const look = async () => {
        answered.push((await grown.admin.call(orgApks.precheck, { body })).code)
      }
      const parts = await grown.growthIn(look, { tables: ['org_apk'] })
      expect(parts.filter((part) => part.includes('of org_apk'))).toEqual([])
      expect(answered).toEqual([codes.success])
    },
  )
})
