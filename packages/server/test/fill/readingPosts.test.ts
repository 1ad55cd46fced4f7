import { randomUUID } from 'node:crypto'
import { expect, it } from 'vitest'
import { features } from '../../src/features/index.ts'
import { onlyTells, sendingsOf, unasked } from './readingPosts.ts'

const calls = features.flatMap(({ routes }) => routes.map(({ call }) => call))
const ids = new Map(
  ['orgId', 'groupId', 'stationId', 'vendorId', 'versionId', 'appId'].map((name) => [
    name,
    randomUUID(),
  ]),
)

it('every call that is sent something and only tells is asked, or named with those that are not', () => {
  const left = calls
    .filter(onlyTells)
    .filter((call) => sendingsOf(call, ids).length === 0 && !unasked.includes(call))
  expect(left.map(({ path }) => path)).toEqual([])
})

it.each(calls.flatMap((call) => sendingsOf(call, ids).map((sending) => ({ call, ...sending }))))(
  'what is sent to $call.path ($name) is in order',
  ({ call, body, params = {} }) => {
    expect(call.schemas.body?.safeParse(body).error).toBeUndefined()
    const places = [...call.path.matchAll(/\{(\w+)\}/g)].map(([, place = '']) => place)
    const filled = Object.fromEntries(places.map((place) => [place, params[place] ?? randomUUID()]))
    expect(call.schemas.params?.safeParse(filled).error).toBeUndefined()
  },
)
