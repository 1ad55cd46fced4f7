import type { PlanWait } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import type { ShownTerminals } from './PlanTerminals.tsx'
import { WaveWaits } from './WaveWaits.tsx'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
})
afterEach(cleanup)

const wait = (more: Partial<PlanWait>): PlanWait => ({
  wave: 1,
  for: 'SUCCESS',
  count: 18,
  needed: 19,
  until: null,
  terminals: [],
  capped: false,
  ...more,
})

it('says in a sentence why each wave waits, and opens the terminals that a figure counts', async () => {
  const shown: ShownTerminals[] = []
  const held = { count: 2, until: null, reason: null }
  const waits = [
    wait({ terminals: [{ ...held, for: 'OFFLINE' }] }),
    wait({ wave: 2, for: 'BEFORE', count: null, needed: null }),
  ]
  show(<WaveWaits waits={waits} show={(which) => shown.push(which)} />)
  expect(screen.getByText('Wave 1 waits until 19 of its terminals are well; 18 are.')).toBeTruthy()
  expect(screen.getByText('Wave 2 waits for the waves before it.')).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Offline: 2' }))
  expect(shown).toEqual([{ wave: 1, waitsFor: 'OFFLINE' }])
})

it('tells no number to who does not see all terminals', () => {
  const waits = [wait({ count: null, needed: null })]
  show(<WaveWaits waits={waits} show={() => undefined} />)
  expect(screen.getByText('Wave 1 waits until enough of its terminals are well.')).toBeTruthy()
})
