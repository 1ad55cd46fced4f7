import { type Repair, repairs } from '@muster/contract'
import { cleanup, fireEvent, screen } from '@testing-library/react'
import { afterEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { listSpec } from '../../../../test/listSpec.tsx'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { RepairList } from './RepairList.tsx'
import { RepairScreen } from './RepairScreen.tsx'

listSpec('repair tickets', { Screen: RepairList, page: repairs.page })

const id = '019a0000-0000-7000-8000-000000000001'
const none = {
  deviceName: null,
  stationName: null,
  contact: null,
  pickupAddress: null,
  rmaNo: null,
  expectedReturn: null,
  loanSn: null,
  depotId: null,
  depotName: null,
  assigneeId: null,
  assigneeName: null,
  inWarranty: null,
  holderName: null,
  cost: null,
  result: null,
  rootCause: null,
  swapDeviceId: null,
  swapSn: null,
  dueAt: null,
  closedAt: null,
}
const ticket: Repair = {
  ...none,
  id,
  ticketNo: 'RP20260101-0001',
  deviceId: id,
  sn: 'SN-1',
  lifecycle: 'REPAIR',
  modelName: 'A8',
  orgName: 'North',
  fault: 'PRINTER',
  severity: 'LOW',
  description: 'jams',
  keysErased: false,
  keysInjected: false,
  source: 'CONSOLE',
  holder: 'DEPOT',
  version: 1,
  state: 'ON_HOLD',
  heldState: 'DIAGNOSED',
  isOverdue: false,
  createdBy: 'nadia',
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
}

afterEach(cleanup)

it('offers what may follow, says which clocks are late, and lets one on hold only go on', async () => {
  prepareBrowser()
  signInAs('all')
  const server = answerCalls()
  server.reply(repairs.page, () => ({ list: [ticket], total: 1, pageNum: 1, pageSize: 20 }))
  const clocks = [{ clock: 'TRIAGE' as const, open: 3, overdue: 2 }]
  server.reply(repairs.sla, () => ({ clocks, held: 1 }))
  show(<RepairScreen />)
  expect(await screen.findByText('2 overdue')).toBeTruthy()
  fireEvent.click(await screen.findByRole('button', { name: /More actions/ }))
  const items = (await screen.findAllByRole('menuitem')).map((item) => item.textContent)
  expect(items).toEqual([
    'Resume',
    'Assign',
    'Hand over',
    'Add comment',
    'Cost and parts',
    'Edit ticket',
    'Swap terminal',
  ])
})
