import { type AccessoryEvent, type AccessoryRow, deviceAccessories } from '@muster/contract'
import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../../test/answers.ts'
import { deviceOf } from '../../../../../test/devices.ts'
import { prepareBrowser, show, signInAs } from '../../../../../test/show.tsx'
import { AccessoriesTab } from './AccessoriesTab.tsx'

let server: ReturnType<typeof answerCalls>
const [{ id }, other] = [deviceOf(1), deviceOf(2)]
const at = '2026-01-02T10:00:00.000Z'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
})
afterEach(cleanup)

const pad: AccessoryRow = {
  kind: 'PIN_PAD',
  sn: 'PP-1',
  model: 'P200',
  firmware: '1.1',
  apps: [{ p: 'emv', v: '4.3' }],
  since: at,
  changedAt: at,
}

it('shows what belongs to the terminal, and where it came from', async () => {
  const line = (more: Partial<AccessoryEvent>): AccessoryEvent => ({
    id,
    code: 'ACCESSORY_JOINED',
    at,
    kind: 'PIN_PAD',
    sn: 'PP-1',
    from: null,
    to: null,
    otherId: null,
    otherSn: null,
    ...more,
  })
  server.reply(deviceAccessories.accessories, () => ({
    reportedAt: at,
    accessories: [pad],
    events: [
      line({ id: other.id, code: 'ACCESSORY_CHANGED', from: '1.0', to: '1.1' }),
      line({ otherId: other.id, otherSn: other.sn }),
    ],
  }))
  show(<AccessoriesTab deviceId={id} />)
  const [held, changes] = (await screen.findAllByRole('table')).map((table) => within(table))
  expect(held?.getByRole('row', { name: /PIN pad.*PP-1.*P200.*1\.1.*emv 4\.3/ })).toBeTruthy()
  expect(changes?.getByRole('row', { name: /Accessory changed.*1\.0.*1\.1/ })).toBeTruthy()
  expect(changes?.getByRole('link', { name: other.sn }).getAttribute('href')).toBe(
    `#/device/detail/${other.id}`,
  )
})

it.each([
  ['has none', at, 'Nothing is attached to it.'],
  ['has never told', null, /has reported nothing of this yet/],
])('says of one that %s that it is so', async (_, reportedAt, words) => {
  server.reply(deviceAccessories.accessories, () => ({ reportedAt, accessories: [], events: [] }))
  show(<AccessoriesTab deviceId={id} />)
  expect(await screen.findByText(words)).toBeTruthy()
  expect(screen.queryByRole('table')).toBeNull()
})
