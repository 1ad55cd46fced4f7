import { type PlaceImpact, type Station, stations } from '@muster/contract'
import { cleanup } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, signInAs } from '../../../../test/show.tsx'
import { useQuestion } from '../../../kit/dialog/confirm.ts'
import { confirmFencePlace } from './confirmFence.ts'
import { confirmMove, confirmPlace } from './confirmPlace.ts'

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
})
afterEach(cleanup)

const id = '019a0000-0000-7000-8000-000000000001'
const other = '019a0000-0000-7000-8000-000000000002'
// What the questions read of a station.
const shop = { id, name: 'Harbour', orgId: id } as Station
const asked = () => useQuestion.getState().asked

async function answered(question: Promise<boolean>, agreed: boolean) {
  await expect.poll(asked).not.toBeNull()
  const { text, count, list } = asked() ?? {}
  asked()?.answer(agreed)
  return { text, count, list: list?.label, agrees: await question }
}

const placing = (told: PlaceImpact) => {
  server.reply(stations.placeImpact, () => told)
  return confirmPlace(shop, 'bind', ['ABC-00001', 'ABC-00002'])
}

it('says how many terminals come, and how many leave another station for it', async () => {
  const told = await answered(placing({ total: 140, may: 120, leaving: 3 }), true)
  expect(told).toEqual({
    text: '120 of 140 named terminals are placed at “Harbour”. 3 of them leave another station.',
    count: 120,
    list: 'Download them as a sheet',
    agrees: true,
  })
})

it('asks nothing where none of them changes: the answer says why', async () => {
  expect(await placing({ total: 2, may: 0, leaving: 0 })).toBe(true)
  expect(asked()).toBeNull()
})

it('says before a station moves which of its terminals keep it, and asks nothing if it stays', async () => {
  server.reply(stations.moveImpact, () => ({ total: 7, odd: 2 }))
  const body = { orgId: other } as Parameters<typeof confirmMove>[0]
  const told = await answered(confirmMove(body, shop), false)
  expect(told.text).toMatch(/Terminals at “Harbour”: 7\..* 2 of them belong to another branch/)
  expect(told.agrees).toBe(false)
  expect(await confirmMove({ ...body, orgId: id }, shop)).toBe(true)
  expect(await confirmMove(body, null)).toBe(true)
})

it('says before a station gets another place whom its fence finds outside then', async () => {
  const sides = { total: 3, inside: 1, outside: 2, unknown: 0, leaving: 2, entering: 0 }
  server.reply(stations.fenceImpact, () => sides)
  const fenced = { ...shop, fenceKind: 'CIRCLE', latitude: 33, longitude: 44 } as Station
  const body = { latitude: 33, longitude: 44 } as Parameters<typeof confirmFencePlace>[0]
  const moved = { ...body, latitude: 34 }
  const told = await answered(confirmFencePlace(moved, fenced), false)
  expect([told.text, told.agrees]).toEqual([
    expect.stringContaining('Counted as outside from now on: 2'),
    false,
  ])
  const same = [
    confirmFencePlace(body, fenced),
    confirmFencePlace(moved, { ...fenced, fenceKind: null }),
  ]
  expect(await Promise.all(same)).toEqual([true, true])
})
