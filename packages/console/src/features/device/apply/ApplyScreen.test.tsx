import { type Apply, applies, models, organizations, stations, vendors } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { listSpec } from '../../../../test/listSpec.tsx'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useQuestion } from '../../../kit/dialog/confirm.ts'
import { ApplyList } from './ApplyList.tsx'
import { UnclaimedList } from './UnclaimedList.tsx'
import { UnknownModelList } from './UnknownModelList.tsx'

listSpec('requests', { Screen: ApplyList, page: applies.page })
listSpec('unclaimed terminals', { Screen: UnclaimedList, page: applies.unclaimed })
listSpec('unknown models', { Screen: UnknownModelList, page: applies.unknownModels })

const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`

const request = (n: number, more: Partial<Apply> = {}): Apply => ({
  id: idOf(n),
  applyNo: `AP20260101-000${n}`,
  kind: 'TRANSFER',
  state: 'SUBMITTED',
  orgName: 'North',
  createdBy: 'nadia',
  fromOrgId: idOf(101),
  fromOrgName: 'North',
  toOrgId: idOf(102),
  toOrgName: 'South',
  stationId: null,
  stationName: null,
  keep: 'KEEP',
  keysErased: false,
  modelId: null,
  modelName: null,
  quantity: 3,
  moved: 0,
  expectedDate: null,
  reason: 'a new shop',
  decidedBy: null,
  decidedAt: null,
  decision: null,
  approver: null,
  waitingSince: '2026-01-01T00:00:00.000Z',
  expiresAt: null,
  isMine: false,
  mayDecide: true,
  waitsForMe: true,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  ...more,
})

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  server.reply(organizations.list, () => [{ id: idOf(102), name: 'South', code: 'S' }])
  server.reply(models.list, () => [])
})
afterEach(cleanup)

function showRequests(...list: Apply[]): void {
  server.reply(applies.page, () => ({ list, total: list.length, pageNum: 1, pageSize: 20 }))
  show(<ApplyList />)
}

async function items(): Promise<readonly (string | null)[]> {
  fireEvent.click(await screen.findByRole('button', { name: /More actions/ }))
  const found = await screen.findAllByRole('menuitem', { hidden: true })
  return found.map(({ textContent }) => textContent)
}

it('offers a decision to who may take it', async () => {
  showRequests(request(1))
  expect(await items()).toEqual(['Approve', 'Give to …', 'Reject'])
})

it('offers its maker to withdraw it, and nobody anything when it is over', async () => {
  showRequests(request(1, { isMine: true, mayDecide: false, waitsForMe: false }))
  expect(await items()).toEqual(['Withdraw'])
  cleanup()
  showRequests(request(2, { state: 'DONE', mayDecide: false, waitsForMe: false }))
  await screen.findByRole('button', { name: 'Show' })
  expect(screen.queryByRole('button', { name: /More actions/ })).toBeNull()
})

it('approves after a question that says how many terminals go where, and what becomes of them', async () => {
  showRequests(request(1, { keep: 'RESET', stationId: idOf(9), stationName: 'Harbour' }))
  server.reply(applies.approve, () => ({ count: 1 }))
  server.reply(applies.impact, () => ({
    total: 4,
    may: 3,
    kept: [{ fault: 'WRONG_STATE' as const, count: 1 }],
  }))
  await items()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Approve', hidden: true }))
  await waitFor(() =>
    expect(useQuestion.getState().asked?.text).toMatch(/3 of its terminals then go to “South”/),
  )
  const { asked } = useQuestion.getState()
  expect(asked?.text).toMatch(/at the station “Harbour” then. Their names, .* are taken away/)
  expect(asked?.text).toMatch(/One stays as it is: Its state does not permit it/)
  expect(asked).toMatchObject({ count: 3, list: { label: 'Download them as a sheet' } })
  expect(server.of(applies.approve)).toHaveLength(0)
  await answerQuestion(true)
  await waitFor(() => expect(server.of(applies.approve)).toHaveLength(1))
})

const partly = { state: 'PARTIAL', mayDecide: false, waitsForMe: false, moved: 1 } as const
const again = () => screen.getByRole('menuitem', { name: 'Try again', hidden: true })

it('asks for the word about the keys where a request to scrap lacked it, and says what kept the rest', async () => {
  showRequests(request(1, { ...partly, kind: 'DECOMMISSION' }))
  server.reply(applies.impact, () => ({
    total: 2,
    may: 0,
    kept: [{ fault: 'KEYS_HELD' as const, count: 2 }],
  }))
  server.reply(applies.execute, () => ({ count: 1 }))
  expect(await items()).toEqual(['Try again'])
  await userEvent.click(again())
  expect(await screen.findByText(/Not done so far with 2: Nobody has confirmed/)).toBeTruthy()
  expect(useQuestion.getState().asked).toBeNull()
  fireEvent.click(screen.getByRole('checkbox', { name: 'The keys are erased' }))
  fireEvent.click(screen.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(server.of(applies.execute)).toHaveLength(1))
  expect(server.of(applies.execute)[0]).toMatchObject({ body: { keysErased: true } })
  await waitFor(() => expect(screen.queryByRole('checkbox', { name: /keys/ })).toBeNull())
})

it.each([
  ['whose keys were spoken of', { kind: 'DECOMMISSION', keysErased: true }],
  ['to move terminals', { kind: 'TRANSFER' }],
] as const)('tries a request %s again after a question alone', async (_, more) => {
  showRequests(request(1, { ...partly, ...more }))
  server.reply(applies.impact, () => ({ total: 2, may: 2, kept: [] }))
  server.reply(applies.execute, () => ({ count: 1 }))
  await items()
  await userEvent.click(again())
  await waitFor(() => expect(useQuestion.getState().asked).not.toBeNull())
  expect(screen.queryByRole('checkbox', { name: /keys/ })).toBeNull()
  await answerQuestion(true)
  await waitFor(() => expect(server.of(applies.execute)).toHaveLength(1))
  expect(server.of(applies.execute)[0]?.body).toEqual({})
})

it('asks for terminals by their serial numbers, or for so many of a model', async () => {
  showRequests()
  const [add] = await screen.findAllByRole('button', { name: 'Add' })
  if (add) await userEvent.click(add)
  await screen.findByRole('textbox', { name: /Serial numbers/ })
  expect(screen.queryByRole('textbox', { name: 'Terminals' })).toBeNull()
})

async function choose(label: string | RegExp, option: string): Promise<void> {
  await userEvent.selectOptions(await screen.findByRole('combobox', { name: label }), option)
}

it('keeps a request as a draft, and offers its maker to go on with it', async () => {
  showRequests(request(1, { state: 'DRAFT', isMine: true, mayDecide: false, waitsForMe: false }))
  server.reply(applies.add, () => request(2, { state: 'DRAFT' }))
  expect(await items()).toEqual(['Hand in', 'Edit draft', 'Delete'])
  const [add] = screen.getAllByRole('button', { name: 'Add', hidden: true })
  if (add) fireEvent.click(add)
  await choose(/Kind/, 'Scrap terminals')
  const numbers = await screen.findByRole('textbox', { name: /Serial numbers/ })
  fireEvent.change(numbers, { target: { value: 'DEMO-000001' } })
  fireEvent.change(screen.getByRole('textbox', { name: /Reason/ }), { target: { value: 'moved' } })
  fireEvent.click(screen.getByRole('button', { name: 'Save as draft' }))
  await waitFor(() => expect(server.of(applies.add)).toHaveLength(1))
  expect(server.of(applies.add)[0]?.body).toMatchObject({ isDraft: true, sns: ['DEMO-000001'] })
})

it('offers the choice and the station of a transfer, and forgets them with another kind', async () => {
  showRequests()
  server.reply(stations.list, () => [{ id: idOf(9), name: 'Harbour', code: 'H' }])
  server.reply(applies.add, () => request(2))
  const [add] = await screen.findAllByRole('button', { name: 'Add' })
  if (add) fireEvent.click(add)
  await choose(/Kind/, 'Transfer terminals')
  expect(screen.getByRole('combobox', { name: 'Station there' })).toBeTruthy()
  await choose(/Name, ids, tags/, 'Wipe: reset, and erase the terminal')
  await choose(/Kind/, 'Scrap terminals')
  expect(screen.queryByRole('combobox', { name: 'Station there' })).toBeNull()
  expect(screen.queryByRole('combobox', { name: /Name, ids, tags/ })).toBeNull()
  const numbers = screen.getByRole('textbox', { name: /Serial numbers/ })
  fireEvent.change(numbers, { target: { value: 'DEMO-000001' } })
  fireEvent.change(screen.getByRole('textbox', { name: /Reason/ }), { target: { value: 'old' } })
  fireEvent.click(screen.getByRole('button', { name: 'Hand in' }))
  await waitFor(() => expect(server.of(applies.add)).toHaveLength(1))
  const sent = server.of(applies.add)[0]?.body
  expect(sent).toMatchObject({ kind: 'DECOMMISSION', keep: 'KEEP', stationId: null })
})

it('gives a request to one of those who may decide it', async () => {
  showRequests(request(1))
  const omar = { id: idOf(7), userName: 'omar', realName: 'Omar Saleh' }
  server.reply(applies.approvers, () => [omar])
  server.reply(applies.assign, () => ({ count: 1 }))
  await items()
  await userEvent.click(screen.getByRole('menuitem', { name: 'Give to …', hidden: true }))
  await choose('Given to', 'Omar Saleh (omar)')
  fireEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.of(applies.assign)).toHaveLength(1))
  expect(server.of(applies.assign)[0]).toMatchObject({ body: { userId: omar.id } })
})

it('offers to add the model that terminals name, under its code and for its vendor', async () => {
  const row = {
    id: idOf(1),
    orgId: idOf(102),
    orgName: 'South',
    vendorCode: 'ACME',
    vendorId: idOf(5),
    vendorName: 'Acme',
    modelCode: 'X9',
    terminals: 12,
    times: 40,
    sns: ['NEW-1', 'NEW-2'],
    firmware: '1.0',
    ip: '192.0.2.1',
    firstAt: '2026-01-01T00:00:00.000Z',
    lastAt: '2026-01-01T00:00:00.000Z',
  }
  const nobodys = { ...row, id: idOf(2), vendorCode: 'ZZZ', vendorId: null, vendorName: null }
  const list = [row, nobodys]
  server.reply(applies.unknownModels, () => ({ list, total: 2, pageNum: 1, pageSize: 20 }))
  server.reply(vendors.list, () => [{ id: idOf(5), name: 'Acme', code: 'ACME' }])
  show(<UnknownModelList />)
  expect(await screen.findByText('No vendor has this code')).toBeTruthy()
  const [add] = await screen.findAllByRole('button', { name: 'Add model' })
  if (add) fireEvent.click(add)
  const code = await screen.findByRole('textbox', { name: 'Code' })
  expect(code).toMatchObject({ value: 'X9' })
  await waitFor(() =>
    expect(screen.getByRole('combobox', { name: 'Vendor' })).toMatchObject({ value: 'Acme' }),
  )
})
