import { type Call, session } from '@muster/contract'
import pg from 'pg'
import { expect, it } from 'vitest'
import { features } from '../../src/features/index.ts'
import { migrate } from '../../src/platform/migrate.ts'
import { createTestDatabase } from '../testDatabase.ts'
import { namesOf, readKnown, unaskedReads } from './known.ts'
import { filtersWithoutValue, isList, needsOf, viewsOf } from './questions.ts'

const reading = features
  .flatMap(({ routes }) => routes.map(({ call }) => call))
  .filter((call) => call.method === 'GET' && !call.file)
  .filter((call) => call.permission !== 'public' && call !== session.logout)
const baseOf = ({ path }: Call) => path.replace(/\/[^/]*$/, '/')
const lists = reading.filter((call) => isList(call) && !call.path.includes('{')).map(baseOf)

const idsFor = (call: Call) => new Map([...namesOf(call)].map((name) => [name, 'known']))
/** Of a record that its list has shown: whatever stands in the path is known, or found there. */
const hasPath = (call: Call) =>
  [...call.path.matchAll(/\{(\w+)\}/g)].every(
    ([, name = '']) =>
      namesOf(call).has(name) ||
      (/^(?:id|uploadId)$/.test(name) && lists.some((base) => call.path.startsWith(base))),
  )

it('every call that reads is asked of a full estate, or named with those that are not', () => {
  const left = reading.filter(
    (call) =>
      !unaskedReads.includes(call) &&
      viewsOf(call, idsFor(call)).length === 0 &&
      !(hasPath(call) && needsOf(call, idsFor(call)).length > 0),
  )
  expect(left.map(({ path }) => path)).toEqual([])
})

it('every filter of a list has a value that an estate holds', () => {
  const left = reading
    .filter(isList)
    .flatMap((call) =>
      filtersWithoutValue(call, idsFor(call)).map((name) => `${call.path} ${name}`),
    )
  expect(left).toEqual([])
})

it('asks an estate in its own words where it has something', async () => {
  const database = await createTestDatabase()
  await migrate(database.url)
  const client = new pg.Client({ connectionString: database.url })
  await client.connect()
  const idsOf = await readKnown(client)
  const [call] = reading
  // Of an empty one what is said by itself is all that is known.
  expect(call && idsOf(call).get('key')).toBe('mid')
  expect(call && idsOf(call).has('deviceId')).toBe(false)
  await client.end()
  await database.drop()
})
