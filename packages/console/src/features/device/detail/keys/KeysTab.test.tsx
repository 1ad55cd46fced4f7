import { deviceKeys, type KeyEvent, type KeySlotRow } from '@muster/contract'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../../test/answers.ts'
import { deviceOf } from '../../../../../test/devices.ts'
import { prepareBrowser, show, signInAs } from '../../../../../test/show.tsx'
import { KeysTab } from './KeysTab.tsx'

let server: ReturnType<typeof answerCalls>
const { id } = deviceOf(1)
const at = '2026-01-02T10:00:00.000Z'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
})
afterEach(cleanup)

const slotOf = (more: Partial<KeySlotRow>): KeySlotRow => ({
  slot: '1',
  type: 'TPK',
  kcv: '0A1B2C',
  ksi: null,
  injectedAt: at,
  expiresAt: null,
  state: 'OK',
  isRequired: false,
  changedAt: at,
  ...more,
})

const answered = {
  toldAt: at,
  slots: [
    slotOf({}),
    slotOf({
      slot: '7',
      type: 'DUKPT_PIN',
      kcv: null,
      ksi: 'FFFF9876543210',
      state: 'MISSING',
    }),
    slotOf({ slot: '9', expiresAt: new Date(Date.now() + 20 * 86_400_000).toISOString() }),
    slotOf({ slot: '10', expiresAt: new Date(Date.now() + 40 * 86_400_000).toISOString() }),
  ],
  events: [
    {
      id,
      code: 'KEY_CHANGED',
      at,
      slot: '1',
      type: 'TPK',
      from: 'AAAAAA',
      to: '0A1B2C',
    } satisfies KeyEvent,
  ],
  approvedUntil: '2020-04-30',
}

it('shows the slots with their state, what became of them, and the approval of its model', async () => {
  server.reply(deviceKeys.slots, () => answered)
  show(<KeysTab deviceId={id} />)
  const [held, changes] = (await screen.findAllByRole('table')).map((table) => within(table))
  expect(held?.getByRole('row', { name: /^1 Terminal PIN key \(TPK\) 0A1B2C.*Good/ })).toBeTruthy()
  expect(held?.getByRole('row', { name: /^7 DUKPT, PIN.*FFFF9876543210.*Missing/ })).toBeTruthy()
  expect(held?.getByRole('row', { name: /^9 .*Ends soon/ })).toBeTruthy()
  expect(held?.getByRole('row', { name: /^10 .*Good/ })).toBeTruthy()
  expect(changes?.getByRole('row', { name: /Key changed.*AAAAAA.*0A1B2C/ })).toBeTruthy()
  for (const value of ['AAAAAA', '0A1B2C'])
    expect(changes?.getByText(value).closest('bdi')).toBeTruthy()
  expect(screen.getByText(/approval of its model ended on/)).toBeTruthy()
})

it('says which slots its model demands, and where another type is in one', async () => {
  const slots = [
    slotOf({ type: 'TMK' }),
    slotOf({ kcv: null, injectedAt: null, state: 'MISSING', isRequired: true, changedAt: null }),
    slotOf({ slot: '2', isRequired: true }),
    slotOf({ slot: '3', kcv: null, state: 'MISSING', isRequired: true, changedAt: null }),
  ]
  server.reply(deviceKeys.slots, () => ({ ...answered, slots }))
  show(<KeysTab deviceId={id} />)
  const [table] = await screen.findAllByRole('table')
  const rows = within(table ?? document.body)
  expect(rows.getAllByText('demanded by its model')).toHaveLength(3)
  expect(rows.getAllByText('Another type is in it')).toHaveLength(1)
  const lacking = rows.getByRole('row', { name: /^1 ?demanded.*PIN key.*Missing ?Another type/ })
  expect(lacking).toBeTruthy()
})

it('says of one whose approval lasts until when', async () => {
  server.reply(deviceKeys.slots, () => ({ ...answered, approvedUntil: '2999-04-30' }))
  show(<KeysTab deviceId={id} />)
  expect(await screen.findByText(/approval of its model until/)).toBeTruthy()
})

it.each([
  ['has none', at, 'It holds no keys.'],
  ['has never told', null, /has not told of its keys yet/],
])('says of one that %s that it is so', async (_, toldAt, words) => {
  server.reply(deviceKeys.slots, () => ({ toldAt, slots: [], events: [], approvedUntil: null }))
  show(<KeysTab deviceId={id} />)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})

it('is not read by who may not look at terminals', async () => {
  signInAs([])
  show(<KeysTab deviceId={id} />)
  expect(await screen.findByText(/permission|right/i)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
