import type { platformUserStates } from '@muster/contract'
import { expect, it } from 'vitest'
import { mergedState, type Move, stateAfter } from './platformUser.rules.ts'

const moves: readonly Move[] = [
  'approve',
  'reject',
  'freeze',
  'unfreeze',
  'close',
  'link',
  'impersonate',
]

it.each([
  ['REGISTERED', ['reject', 'close']],
  ['PENDING_REVIEW', ['approve', 'reject', 'close']],
  ['ACTIVE', ['freeze', 'close', 'link', 'impersonate']],
  ['FROZEN', ['unfreeze', 'close', 'link']],
  ['REJECTED', []],
  ['CLOSED', []],
] as const)('%s knows the moves %j', (state, known) => {
  expect(moves.filter((move) => stateAfter(state, move) !== null).sort()).toEqual([...known].sort())
})

it('comes back from the ice as it was', () => {
  expect(stateAfter('ACTIVE', 'freeze')).toBe('FROZEN')
  expect(stateAfter('FROZEN', 'unfreeze')).toBe('ACTIVE')
})

const one = (state: (typeof platformUserStates)[number], userId: string | null = null) => ({
  id: 'one',
  state,
  userId,
})
const other = (state: (typeof platformUserStates)[number], userId: string | null = null) => ({
  id: 'other',
  state,
  userId,
})

it('merges what waits into what waits, and hands an account on', () => {
  expect(mergedState(one('REGISTERED'), other('PENDING_REVIEW'))).toBe('PENDING_REVIEW')
  expect(mergedState(one('ACTIVE', 'a'), other('PENDING_REVIEW'))).toBe('ACTIVE')
  expect(mergedState(one('FROZEN', 'a'), other('REGISTERED'))).toBe('FROZEN')
  expect(mergedState(one('ACTIVE', 'a'), other('FROZEN', 'b'))).toBe('FROZEN')
})

it('merges nothing into itself, and nothing that is over', () => {
  expect(mergedState(one('ACTIVE'), one('ACTIVE'))).toBeNull()
  expect(mergedState(one('CLOSED'), other('ACTIVE'))).toBeNull()
  expect(mergedState(one('ACTIVE'), other('REJECTED'))).toBeNull()
})
