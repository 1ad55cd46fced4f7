import { workbenchCards } from '@muster/contract'
import { describe, expect, it } from 'vitest'
import { moved, orderOf, placed } from './arrangement.ts'

describe('the order of the cards', () => {
  it('is the shipped one until somebody arranges it', () => {
    expect(orderOf({ order: [] })).toEqual(workbenchCards)
  })

  it('lets cards that came later follow those that were placed', () => {
    const cards = orderOf({ order: ['TASK', 'ESTATE', 'TASK'] })
    expect(cards.slice(0, 3)).toEqual(['TASK', 'ESTATE', 'ONLINE'])
    expect(cards).toHaveLength(workbenchCards.length)
  })
})

const cards = ['ESTATE', 'ONLINE', 'TODO', 'COMMAND'] as const

it.each([
  ['ESTATE', 'TODO', ['ONLINE', 'TODO', 'ESTATE', 'COMMAND']],
  ['COMMAND', 'ESTATE', ['COMMAND', 'ESTATE', 'ONLINE', 'TODO']],
  ['TODO', 'TODO', [...cards]],
] as const)('puts %s in the place of %s', (card, onto, after) => {
  expect(placed(cards, card, onto)).toEqual(after)
})

it('moves by one among the cards that are shown, and stays at the ends', () => {
  const shown = ['ESTATE', 'TODO', 'COMMAND'] as const
  expect(moved(cards, 'ESTATE', { by: 1, shown })).toEqual(['ONLINE', 'TODO', 'ESTATE', 'COMMAND'])
  expect(moved(cards, 'ESTATE', { by: -1, shown })).toEqual(cards)
  expect(moved(cards, 'COMMAND', { by: 1, shown })).toEqual(cards)
})
