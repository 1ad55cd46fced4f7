import { appStat, appUse, type Call, codes, columnsOf } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { features } from '../../src/features/index.ts'
import { signedIn, type TestUser } from '../testApp.ts'
import { type Grown, patience, requireNone, startGrown } from './grown.ts'
import { requiredOf } from './questions.ts'
import { listedEstate } from './sizes.ts'
import { vast } from './tables.ts'

/** Terminals of an application are so few in a small estate that they are found by reading all of them. */
const leftOut: ReadonlySet<string> = new Set([appStat.page.path, appUse.unusedPage.path])

/** What a list may be asked for without which it is refused. */
const known = ['orgId', 'deviceId', 'sn']

const pages = features
  .flatMap(({ routes }) => routes.map(({ call }) => call))
  .filter((call) => call.method === 'GET' && columnsOf(call).size > 0 && !call.path.includes('{'))
  .filter((call) => !leftOut.has(call.path))
  // What is named besides may be another's: then nothing is asked of the list.
  .filter((call) => requiredOf(call).every((name) => known.includes(name)))

let grown: Grown
let somebody: TestUser
let own: Readonly<Record<string, string>> = {}

beforeAll(async () => {
  grown = await startGrown(listedEstate)
  const { rows } = await sql<Record<string, string>>`select org.id as "orgId",
      device.id as "deviceId", device.sn from organization org join device on device.org_id = org.id
    where not exists (select from organization below where below.parent_id = org.id)
      and device.deleted_at is null and device.lifecycle = 'ACTIVE' order by org.code, device.sn limit 1`.execute(
    grown.app.platform.db,
  )
  own = rows[0] ?? {}
  const permissions = pages.map(({ permission }) => permission)
  somebody = await signedIn(grown.app, { orgId: own['orgId'] ?? '', permissions })
}, patience)
afterAll(() => grown.app.close())

describe('the first page of a list, as somebody of one organisation with none below it', () => {
  it.each(pages.map((call): [string, Call] => [call.path, call]))(
    '%s reads no vast table from end to end',
    async (_, call) => {
      const query = Object.fromEntries(requiredOf(call).map((name) => [name, own[name] ?? '']))
      const answered: number[] = []
      const look = async () => {
        answered.push((await somebody.call(call, { query })).code)
      }
      requireNone(await grown.growthIn(look, { by: 'wholes', tables: [...vast, 'alarm'] }))
      expect(answered).toEqual([codes.success])
    },
  )
})
