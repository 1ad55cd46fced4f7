// @vitest-environment node
import { expect, it } from 'vitest'
import { leastWidth } from './columns.ts'
import { fitted } from './headWidth.ts'

const long = 'Manufacturer it works for'

it('widens a column whose title would be cut off, and one that sorts by its mark, too', () => {
  const { width } = fitted({ title: long, width: 90 })
  expect(width).toBeGreaterThan(long.length * 6)
  expect(fitted({ title: long, width: 90, sortable: true }).width).toBeGreaterThan(width)
})

it('leaves a column that is wide enough, and the width that a user has chosen', () => {
  expect(fitted({ title: 'Code', width: 200 }).width).toBe(200)
  expect(fitted({ title: long, width: 60, isChosen: true }).width).toBe(60)
})

const room = (columns: Parameters<typeof leastWidth>[0]) => leastWidth(columns) - leastWidth([])

it('gives each column that shares what is left the room that the longest title needs', () => {
  const [name, since] = [fitted({ title: 'Name' }), fitted({ title: 'Usual time zone' })]
  const one = room([since])
  expect(one).toBeGreaterThan(room([name]))
  expect(room([name, since])).toBe(2 * one)
})

it('lets no very long title widen the other columns', () => {
  const [name, maker] = [fitted({ title: 'Name' }), fitted({ title: long })]
  expect(room([name, maker])).toBe(room([name]) + (maker.width ?? 0))
})
