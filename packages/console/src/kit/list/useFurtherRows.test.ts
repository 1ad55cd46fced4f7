// @vitest-environment node
import { expect, it } from 'vitest'
import { furtherRows } from './useFurtherRows.ts'

it.each([
  ['all of it has room', { whole: 609, room: 609 }, 0],
  ['a part of a pixel is missing', { whole: 609, room: 608.4 }, 0],
  ['a line of figures stands above it', { whole: 609, room: 579 }, 1],
  ['three rows stand above it', { whole: 609, room: 480 }, 3],
  ['more than rows stands around it', { whole: 609, room: 60 }, 0],
])('shortens a table by whole rows while enough of it is left: %s', (_, { whole, room }, rows) => {
  expect(furtherRows(whole, room)).toBe(rows)
})
