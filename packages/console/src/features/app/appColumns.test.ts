import { expect, it } from 'vitest'
import { cardOf } from '../../ui/table/cards.ts'
import { columns } from './appColumns.tsx'

/** Pixels that a list has at 1440, without check boxes and the buttons of its rows. */
const room = 1084 - 44 - 136

it('shows on how many terminals an application is and what it costs without scrolling', () => {
  const last = columns.findIndex(({ key }) => key === 'charge')
  const wide = columns.slice(0, last + 1).reduce((sum, { width = 112 }) => sum + width, 0)
  expect(columns.slice(0, last).map(({ key }) => key)).toContain('installs')
  expect(wide).toBeLessThanOrEqual(room)
})

it('says on a phone how many terminals have it', () => {
  const card = cardOf(columns.map(({ key, isState }) => ({ id: key, isState })))
  expect(card.get('installs')).toBe('fact')
})
