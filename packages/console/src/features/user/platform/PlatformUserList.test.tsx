import { codes, organizations, type PlatformUser, platformUsers, roles } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { memoryDatabase } from '../../../../test/memoryDatabase.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { PlatformUserList } from './PlatformUserList.tsx'

const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`

const someone = (n: number, more: Partial<PlatformUser> = {}): PlatformUser => ({
  id: idOf(n),
  email: `dev${n}@example.org`,
  realName: `Developer ${n}`,
  kind: 'DEVELOPER',
  company: 'Tigris Apps',
  country: 'IQ',
  phone: '',
  state: 'PENDING_REVIEW',
  source: 'REGISTER',
  verifiedAt: '2026-01-02T00:00:00.000Z',
  reviewedAt: null,
  reviewedBy: null,
  reason: null,
  userId: null,
  userName: null,
  orgId: null,
  orgName: null,
  vendorId: null,
  vendorName: null,
  lastSignInAt: null,
  mergedInto: null,
  version: 2,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-02T00:00:00.000Z',
  ...more,
})

/** The first drawing, and the code of a dialog, may take longer on a busy machine. */

let server: ReturnType<typeof answerCalls>
let rows: PlatformUser[]

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  rows = [someone(1)]
  server = answerCalls()
  server.reply(platformUsers.page, () => ({
    list: rows,
    total: rows.length,
    pageNum: 1,
    pageSize: 20,
  }))
  server.reply(organizations.list, () => [])
  server.reply(roles.list, () => [])
})
afterEach(cleanup)

/** In one event: a menu that is pressed before its code is there takes the button's place. */
async function choose(name: string): Promise<void> {
  fireEvent.click(await screen.findByRole('button', { name: /More actions for Developer/ }))
  await userEvent.click(await screen.findByRole('menuitem', { name, hidden: true }))
}

it('offers what the state allows', async () => {
  rows = [someone(1, { state: 'FROZEN', userId: idOf(9) })]
  show(<PlatformUserList />)
  fireEvent.click(await screen.findByRole('button', { name: /More actions/ }))
  const items = await screen.findAllByRole('menuitem', { hidden: true })
  expect(items.map(({ textContent }) => textContent)).toEqual([
    'Link elsewhere',
    'Merge into another',
    'Lift the freeze',
    'Close for good',
  ])
})

it('offers nothing about what is over', async () => {
  rows = [someone(1, { state: 'REJECTED' }), someone(2, { state: 'CLOSED' })]
  show(<PlatformUserList />)
  await screen.findByText('Developer 1')
  expect(screen.queryByRole('button', { name: /More actions/ })).toBeNull()
})

it('sends the version that was seen, and says beside the field what the server refuses', async () => {
  const problem = { field: 'roleIds', message: 'Please choose one' }
  server.refuse(platformUsers.review, refuse(codes.badRequest, 'No', { fields: [problem] }))
  show(<PlatformUserList />)
  await choose('Approve')
  const dialog = await screen.findByRole('dialog', { name: 'Approve Developer 1' })
  const name = await within(dialog).findByLabelText(/^User name/)
  await userEvent.clear(name)
  await userEvent.type(name, 'developer.one')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Approve' }))
  await within(dialog).findByText('Please choose one')
  expect(name).toHaveProperty('value', 'developer.one')
  expect(server.of(platformUsers.review)[0]?.body).toEqual({
    result: 'APPROVED',
    version: 2,
    userName: 'developer.one',
    orgId: null,
    vendorId: null,
    roleIds: [],
    reason: '',
  })
})

it('looks as an account in a window of its own, with a reason', async () => {
  rows = [someone(1, { state: 'ACTIVE', userId: idOf(9), userName: 'zaid' })]
  memoryDatabase()
  const open = vi.fn<(address: string, target: string) => object>(() => ({}))
  vi.stubGlobal('open', open)
  server.reply(platformUsers.impersonate, () => ({
    accessToken: 'handed over',
    clientId: 'look',
    publicKey: null,
    serverTime: Date.now(),
    userName: 'zaid',
  }))
  show(<PlatformUserList />)
  await choose('Look as this account')
  const dialog = await screen.findByRole('dialog', { name: /as zaid/ })
  const press = () =>
    userEvent.click(within(dialog).getByRole('button', { name: 'Open the window' }))
  await press()
  expect(server.of(platformUsers.impersonate)).toEqual([])
  await userEvent.type(within(dialog).getByLabelText(/^Reason/), 'Ticket 17')
  await press()
  await waitFor(() => expect(open).toHaveBeenCalledWith('/?as=look', '_blank'))
  expect(server.of(platformUsers.impersonate)[0]?.body).toMatchObject({ reason: 'Ticket 17' })
  expect(localStorage.getItem('token:look')).toBe('handed over')
})

it('freezes only when that is agreed to', async () => {
  rows = [someone(1, { state: 'ACTIVE', userId: idOf(9) })]
  server.reply(platformUsers.freeze, () => someone(1, { state: 'FROZEN' }))
  show(<PlatformUserList />)
  await choose('Freeze')
  expect(server.of(platformUsers.freeze)).toEqual([])
  await answerQuestion(true)
  await waitFor(() => expect(server.of(platformUsers.freeze)).toHaveLength(1))
})
