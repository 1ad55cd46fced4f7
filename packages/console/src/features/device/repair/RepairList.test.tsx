import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { codes, type Repair, repairs, users } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { listSpec } from '../../../../test/listSpec.tsx'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useNotices } from '../../../kit/notify.ts'
import { takeAskedCommand } from '../command/askedCommand.ts'
import { ActDialog } from './ActDialog.tsx'
import classes from './repair.module.css'
import { RepairDetail } from './RepairDetail.tsx'
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
    'Photos',
    'Cost and parts',
    'Print label',
    'Edit ticket',
    'Swap terminal',
  ])
})

it('has the terminal test itself before anybody looks at a ticket', async () => {
  prepareBrowser()
  signInAs('all')
  const server = answerCalls()
  const reported = { ...ticket, state: 'REPORTED' as const, heldState: null }
  server.reply(repairs.page, () => ({ list: [reported], total: 1, pageNum: 1, pageSize: 20 }))
  show(<RepairList />)
  fireEvent.click(await screen.findByRole('button', { name: /More actions/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Self-test' }))
  expect(location.hash).toBe(`#/device/detail/${id}`)
  expect(takeAskedCommand(id)).toBe('SELF_TEST')
})

it('receives the chosen terminals at the depot, and says which stayed', async () => {
  prepareBrowser()
  signInAs('all')
  const server = answerCalls()
  const shipped = { ...ticket, state: 'SHIPPED_TO_DEPOT' as const, heldState: null }
  server.reply(repairs.page, () => ({ list: [shipped], total: 1, pageNum: 1, pageSize: 20 }))
  const refused = [{ id, name: ticket.ticketNo, reason: 'It is closed' }]
  server.reply(repairs.receiveMany, () => ({ count: 0, refused }))
  show(<RepairList />)
  await userEvent.click(await screen.findByRole('checkbox', { name: 'Select RP20260101-0001' }))
  const bar = within(await screen.findByRole('toolbar'))
  await userEvent.click(bar.getByRole('button', { name: 'Receive at the depot' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(await dialog.findByLabelText('Taken over by'), { target: { value: 'Layla' } })
  fireEvent.click(dialog.getByRole('button', { name: 'Receive at the depot' }))
  await waitFor(() => expect(useNotices.getState().list.at(-1)?.text).toContain('It is closed'))
  expect(server.of(repairs.receiveMany)).toMatchObject([
    { body: { ids: [id], holderName: 'Layla' } },
  ])
})

it('receives one scanned terminal after the other, and says which was kept back', async () => {
  prepareBrowser()
  signInAs('all')
  const server = answerCalls()
  server.reply(repairs.page, () => ({ list: [ticket], total: 1, pageNum: 1, pageSize: 20 }))
  server.reply(repairs.receive, () => ticket)
  show(<RepairList />)
  await userEvent.click(await screen.findByRole('button', { name: 'Receive by scan' }))
  const dialog = within(await screen.findByRole('dialog'))
  fireEvent.change(await dialog.findByLabelText('Taken over by'), { target: { value: 'Layla' } })
  const field = dialog.getByLabelText('Serial number')
  await userEvent.type(field, 'GOOD-1{Enter}')
  expect(field).toMatchObject({ value: '' })
  expect(document.activeElement).toBe(field)
  await dialog.findByText('Received, ticket RP20260101-0001')
  const fields = [{ field: 'sn', message: 'repair.noOpenTicket' }]
  server.refuse(repairs.receive, refuse(codes.badRequest, 'Some fields are wrong', { fields }))
  await userEvent.type(field, 'BAD-1{Enter}')
  await dialog.findByText('Received: 1. Kept back: 1.')
  dialog.getByText(/no terminal of this serial number with an open repair ticket/)
  expect(server.of(repairs.receive).map(({ body }) => body)).toEqual([
    { sn: 'GOOD-1', holderName: 'Layla' },
    { sn: 'BAD-1', holderName: 'Layla' },
  ])
})

it('asks for the check list while it is tested, and sends what was said of each part', async () => {
  prepareBrowser()
  signInAs('all')
  const server = answerCalls()
  const tested = { ...ticket, state: 'TESTING' as const, heldState: null }
  const detail = { parts: [], checks: [], photos: [], events: [] }
  server.reply(repairs.page, () => ({ list: [tested], total: 1, pageNum: 1, pageSize: 20 }))
  server.reply(repairs.detail, () => ({ ...tested, ...detail }))
  server.reply(repairs.checks, () => tested)
  show(<RepairList />)
  fireEvent.click(await screen.findByRole('button', { name: /More actions/ }))
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Fill in check list' }))
  const dialog = within(await screen.findByRole('dialog'))
  const save = await dialog.findByRole('button', { name: 'Save' })
  fireEvent.click(save)
  expect((await dialog.findByRole('alert')).textContent).toContain('at least one part')
  const part = (name: string) => within(dialog.getByRole('group', { name }))
  fireEvent.click(part('Printer').getByRole('radio', { name: 'Failed' }))
  fireEvent.change(dialog.getByLabelText('Note on: Printer'), { target: { value: 'no heat' } })
  fireEvent.click(part('Screen and touch').getByRole('radio', { name: 'Passed' }))
  fireEvent.click(save)
  await waitFor(() =>
    expect(server.of(repairs.checks)).toMatchObject([
      {
        body: {
          checks: [
            { check: 'SCREEN', outcome: 'PASSED', note: null },
            { check: 'PRINTER', outcome: 'FAILED', note: 'no heat' },
          ],
        },
      },
    ]),
  )
})

it('shows photos small and large, what failed, and what was done', async () => {
  prepareBrowser()
  signInAs('all')
  const server = answerCalls()
  const others = fetch
  vi.stubGlobal('fetch', (target: string, request: RequestInit) =>
    target.includes('/repair/photo/')
      ? Promise.resolve(new Response('x', { headers: { 'content-type': 'image/png' } }))
      : others(target, request),
  )
  const at = { at: ticket.createdAt, by: 'nadia', text: null, itemId: null }
  server.reply(repairs.detail, () => ({
    ...ticket,
    parts: [],
    checks: [{ check: 'PRINTER' as const, outcome: 'FAILED' as const, note: 'no heat' }],
    photos: [{ id, name: 'front.jpg', bytes: 22 }],
    events: [
      { ...at, id, kind: 'CHECK' as const, before: null, after: 'PRINTER,SOUND' },
      { ...at, id: `${id}1`, kind: 'PHOTO' as const, before: '0', after: '1' },
    ],
  }))
  show(<RepairDetail dialog={{ record: ticket, isOpen: true, open: nothing, close: nothing }} />)
  const small = await screen.findByRole('img', { name: /front\.jpg/ })
  expect(screen.getByText('no heat')).toBeTruthy()
  expect(screen.getByText(/Tested: .*Printer.*Sound.* failed/)).toBeTruthy()
  expect(screen.getByText('Photos: 1 added, 0 removed')).toBeTruthy()
  fireEvent.click(small)
  expect(await screen.findByRole('dialog', { name: /front\.jpg/ })).toBeTruthy()
})

it('keeps the lines of what somebody wrote', async () => {
  prepareBrowser()
  signInAs('all')
  const [description, rootCause, text] = ['jams\ntwice', 'dust\nand heat', 'cleaned\nand tested']
  const at = { at: ticket.createdAt, by: 'nadia', before: null, after: null, itemId: null }
  answerCalls().reply(repairs.detail, () => ({
    ...ticket,
    description,
    rootCause,
    parts: [],
    checks: [],
    photos: [],
    events: [{ ...at, id, kind: 'COMMENT' as const, text }],
  }))
  show(<RepairDetail dialog={{ record: ticket, isOpen: true, open: nothing, close: nothing }} />)
  for (const written of [description, rootCause, text]) {
    const words = await screen.findByText(written, { normalizer: (found) => found })
    expect(words.parentElement?.className).toBe(classes.said)
  }
  const style = readFileSync(join(import.meta.dirname, 'repair.module.css'), 'utf8')
  expect(style).toMatch(/\.said \{[^}]*white-space: pre-line;/)
})

it('offers no station as a depot that is none', async () => {
  prepareBrowser()
  signInAs('all')
  const server = answerCalls()
  server.reply(repairs.depots, () => [{ id, name: 'Basra bench', code: 'BB' }])
  server.reply(users.list, () => [])
  show(
    <ActDialog
      dialog={{
        record: { repair: ticket, act: 'ASSIGN' },
        isOpen: true,
        open: nothing,
        close: nothing,
      }}
    />,
  )
  const input = await screen.findByLabelText('Depot', { selector: 'input:not([readonly])' })
  await userEvent.click(input)
  expect(await screen.findByText('Basra bench')).toBeTruthy()
})

it('prints a label whose code a scanner reads as the ticket’s number', async () => {
  prepareBrowser()
  signInAs('all')
  const print = vi.fn<() => void>()
  vi.stubGlobal('print', print)
  const asked = { repair: { ...ticket, depotName: 'Basra bench' }, act: 'LABEL' as const }
  show(<ActDialog dialog={{ record: asked, isOpen: true, open: nothing, close: nothing }} />)
  const dialog = within(await screen.findByRole('dialog'))
  expect(dialog.getByRole('img', { name: ticket.ticketNo })).toBeTruthy()
  expect(dialog.getByText('Basra bench')).toBeTruthy()
  expect(document.querySelector('body > [data-paper]')?.textContent).toContain(ticket.sn)
  fireEvent.click(dialog.getByRole('button', { name: 'Print label' }))
  expect(print).toHaveBeenCalledOnce()
})

const nothing = () => undefined
