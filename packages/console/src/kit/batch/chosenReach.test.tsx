import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { ChosenButton } from './RemoveButtons.tsx'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
})
afterEach(cleanup)

function draw(reach: 'all' | 'ticked' | undefined) {
  const offerAll = vi.fn<() => void>()
  const list = {
    isAll: true,
    total: 40,
    selected: new Set<string>(),
    takesAll: false,
    offerAll,
    isSelectable: true,
  }
  show(
    <ChosenButton
      list={list as never}
      code="ALARM_ACK"
      {...(reach && { reach })}
      onClick={() => undefined}
    >
      Take
    </ChosenButton>,
  )
  const button = screen.getByRole<HTMLButtonElement>('button', { name: 'Take' })
  return { isBarred: button.disabled, offersAll: offerAll.mock.calls.length > 0 }
}

it.each([
  ['all', { isBarred: false, offersAll: true }],
  ['ticked', { isBarred: true, offersAll: false }],
  [undefined, { isBarred: false, offersAll: false }],
] as const)('acts on all that match as its reach says: %s', (reach, outcome) => {
  expect(draw(reach)).toEqual(outcome)
})
