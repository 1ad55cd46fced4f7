import { type Call, codes, columnsOf, todoKeys } from '@muster/contract'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import * as z from 'zod/mini'
import { features } from '../../src/features/index.ts'
import { type Grown, patience, requireNone, startGrown } from './grown.ts'
import { smallEstate } from './sizes.ts'

let grown: Grown

beforeAll(async () => {
  grown = await startGrown(smallEstate)
}, patience)
afterAll(() => grown.app.close())

/** What a page of statistics asks for besides its usual span: a year, an organisation, a model. */
const figures = features
  .flatMap(({ routes }) => routes.map(({ call }) => call))
  .filter((call) => call.method === 'GET' && call.path.includes('/stat/v1/'))
  .filter((call) => columnsOf(call).size === 0 && !call.file)
  // Of plans that are named: the rows that their ends have added up.
  .filter(({ path }) => !path.includes('/plan/') && !path.includes('{'))

const membersOf = ({ schemas }: Call): string[] => {
  const document = z.toJSONSchema(schemas.query ?? z.object({}), {
    io: 'input',
    unrepresentable: 'any',
  })
  return Object.keys(document.properties ?? {})
}

describe('a figure', () => {
  const ids = new Map<string, string>()

  beforeAll(async () => {
    const { rows } = await sql<{ name: string; id: string }>`select * from (values
        ('appId', (select id from app where package = 'com.bench.app1')),
        ('orgId', (select id from organization where code = 'place-1')),
        ('modelId', (select id from model where code = 'model-1'))) as known (name, id)`.execute(
      grown.app.platform.db,
    )
    for (const { name, id } of rows) ids.set(name, id)
    await sql`insert into org_apk (name, org_id, app_id, policy, scope_kind)
      select 'must', org_id, id, 'MANDATORY', 'SUBTREE' from app where id = ${ids.get('appId')}`.execute(
      grown.app.platform.db,
    )
  })
  afterAll(() => sql`delete from org_apk where name = 'must'`.execute(grown.app.platform.db))

  it.each(figures.map((call): [string, Call] => [call.path, call]))(
    '%s reads no large table from end to end',
    async (_, call) => {
      const members = membersOf(call)
      const may = (name: string, value: string) => (members.includes(name) ? { [name]: value } : {})
      const usual = {
        ...may('appId', ids.get('appId') ?? ''),
        ...may('unusedDays', '7'),
        ...may('by', 'ORGANIZATION'),
        ...may('bbox', '36,28,50,38'),
        ...may('zoom', '6'),
        ...may('of', todoKeys.join(',')),
      }
      const cuts = [
        {},
        may('orgId', ids.get('orgId') ?? ''),
        may('modelId', ids.get('modelId') ?? ''),
        may('days', '365'),
      ]
      for (const cut of cuts)
        expect(
          await grown.growthIn(
            async () =>
              expect(await grown.admin.call(call, { query: { ...usual, ...cut } })).toMatchObject({
                code: codes.success,
              }),
            { by: 'wholes' },
          ),
        ).toEqual([])
    },
  )
})

const counts = features
  .flatMap(({ routes }) => routes.map(({ call }) => call))
  .filter(({ path }) => path.endsWith('/count/state'))

describe('the states of a list', () => {
  it.each(counts.map((call): [string, Call] => [call.path, call]))(
    '%s reads no large table from end to end',
    async (_, call) => {
      const growth = await grown.growthIn(
        async () =>
          expect(await grown.admin.call(call, { query: {} })).toMatchObject({
            code: codes.success,
          }),
        { by: 'wholes' },
      )
      requireNone(growth)
    },
  )
})
