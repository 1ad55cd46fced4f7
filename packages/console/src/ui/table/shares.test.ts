// @vitest-environment node
import { expect, it } from 'vitest'
import { shares, whole } from './shares.ts'

const part = (wanted: number, least = 112) => ({ wanted, least })

it('gives a long text the room that short ones do not need', () => {
  expect(shares([part(200), part(90), part(112)], 424)).toEqual([200, 112, 112])
})

it('shares what nobody needs in equal parts', () => {
  expect(shares([part(200), part(120)], 420)).toEqual([250, 170])
})

it('gives those that want more than there is as much as one another, and each its least', () => {
  expect(shares([part(360), part(360), part(120)], 520)).toEqual([200, 200, 120])
  expect(shares([part(360), part(300, 150)], 100)).toEqual([112, 150])
})

const column = (width: number, least = width) => ({ width, wanted: width, least })

it('takes from those that need less until all are in sight', () => {
  expect(whole([column(200, 150), column(120), column(100, 80)], 390)).toEqual([170, 120, 100])
})

it('lets a column that has no room begin behind the edge, and fills the room before it', () => {
  expect(whole([column(200), column(120), column(160)], 400)).toEqual([240, 160, 160])
})

it('gives up where not even the first has room', () => {
  expect(whole([column(200), column(120)], 150)).toEqual([200, 120])
})
