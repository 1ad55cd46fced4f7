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

it('gives a column that shares what is left the room that its title needs, and no other one', () => {
  const [name, since] = [fitted({ title: 'Name' }), fitted({ title: 'Usual time zone' })]
  expect(room([since])).toBeGreaterThan(room([name]))
  expect(room([name, since])).toBe(room([name]) + room([since]))
})

it('cuts off none of the texts that a column is known to hold', () => {
  const held = { title: 'At', longest: ['11/23/2026', '11/23/2026, 13:44'] }
  expect(fitted({ ...held, width: 60 }).width).toBe(
    fitted({ title: held.longest[1] ?? '', width: 60 }).width,
  )
  expect(room([fitted(held)])).toBeGreaterThan(room([fitted({ title: 'At' })]))
  expect(fitted({ ...held, width: 60, isChosen: true }).width).toBe(60)
})

it('lets no very long title widen the other columns', () => {
  const [name, maker] = [fitted({ title: 'Name' }), fitted({ title: long })]
  expect(room([name, maker])).toBe(room([name]) + (maker.width ?? 0))
})
