import { type Client, clients, type Delivery, organizations, webhooks } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { ClientList } from './ClientList.tsx'

const at = '2026-11-20T14:58:41.000Z'
const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`

const client: Client = {
  id: idOf(1),
  status: 1,
  version: 3,
  createdAt: at,
  updatedAt: at,
  updatedBy: null,
  name: 'Gateway',
  kind: 'OPEN_API',
  orgId: idOf(7),
  ipAllow: ['192.0.2.0/24'],
  rateLimit: null,
  validTo: null,
  remark: null,
  callbackUrl: 'https://gateway.example/events',
  events: ['device.online'],
  orgName: 'North',
  state: 'ACTIVE',
  dataScope: 'OWN_ORG',
  publicKey: null,
  signAlg: 'HMAC-SHA256',
  rightCount: 4,
  lastUsedAt: at,
  oldSecretUntil: null,
  webhookState: 'STOPPED',
  secret: null,
}
const delivery: Delivery = {
  id: idOf(9),
  at,
  event: 'device.online',
  state: 'FAILED',
  attempts: 7,
  status: 404,
  error: null,
  durationMs: 12,
  nextAttemptAt: null,
  sentAt: null,
  body: `{"id":"${idOf(9)}","event":"device.online","data":{"sn":"SN-00017"}}`,
}
const pageOf = <R,>(list: R[]) => ({ list, total: list.length, pageNum: 1, pageSize: 20 })

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  server.reply(clients.page, () => pageOf([client]))
  server.reply(organizations.tree, () => [
    { id: idOf(7), name: 'Northern branch', code: 'north', children: [] },
  ])
})
afterEach(cleanup)

/** Code that comes when it is first needed. */

async function choose(name: string) {
  // In one event: a menu that is pressed before its code is there takes the button's place.
  fireEvent.click(await screen.findByRole('button', { name: 'More actions for Gateway' }))
  await userEvent.click(await screen.findByRole('menuitem', { name, hidden: true }))
}

it('tells the secret of a new client once, and says at the field what the server refused', async () => {
  const problem = { field: 'ipAllow', message: 'Each must be an address' }
  server.refuse(clients.add, refuse(400, 'No', { fields: [problem] }))
  show(<ClientList />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add' }))
  const dialog = await screen.findByRole('dialog', { name: 'Add an API client' })
  await userEvent.type(within(dialog).getByLabelText(/^Name/), 'Gateway')
  const picker = { selector: 'input:not([readonly])' }
  await userEvent.type(await within(dialog).findByLabelText(/^Organisation/, picker), 'Nor')
  const offered = await screen.findAllByText('Northern branch', {})
  await userEvent.click(offered.at(-1) as HTMLElement)
  await userEvent.type(within(dialog).getByLabelText(/^May call from/), '10.0.0.0/33')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }))
  await within(dialog).findByText('Each must be an address')
  server.reply(clients.add, () => ({ ...client, secret: 'told-once' }))
  await userEvent.click(within(dialog).getByRole('button', { name: 'Add' }))
  const told = await screen.findByRole('dialog', { name: 'Secret of Gateway' })
  expect(within(told).getByText('told-once')).toBeTruthy()
  expect(server.of(clients.add).at(-1)?.body).toMatchObject({
    name: 'Gateway',
    kind: 'OPEN_API',
    orgId: idOf(7),
    ipAllow: ['10.0.0.0/33'],
    rateLimit: null,
    callbackUrl: null,
    events: [],
  })
})

it('gives a new secret, and ends the current one at once when it is told to', async () => {
  server.reply(clients.rotate, () => ({ secret: 'the-next-one', oldSecretUntil: null }))
  show(<ClientList />)
  await choose('New secret')
  const dialog = await screen.findByRole('dialog', { name: 'New secret for Gateway' })
  await userEvent.click(within(dialog).getByLabelText(/^End the current secret at once/))
  await userEvent.click(within(dialog).getByRole('button', { name: 'New secret' }))
  await within(dialog).findByText('the-next-one')
  expect(server.of(clients.rotate)[0]?.body).toEqual({ endsOldNow: true })
})

it('shows the calls of a day, and which of them failed last', async () => {
  const hour = (n: number) => new Date(Date.parse(at) + n * 3_600_000).toISOString()
  const hours = Array.from({ length: 24 }, (_, n) => ({
    hour: hour(n),
    calls: n === 3 ? 1200 : 0,
    errors: n === 3 ? 7 : 0,
    refused: n === 4 ? 5 : 0,
  }))
  const failed = { id: idOf(2), at, method: 'GET', path: '/admin/x', code: 40101, ip: '192.0.2.9' }
  server.reply(clients.calls, () => ({ hours, failed: [failed] }))
  show(<ClientList />)
  await choose('Calls')
  const dialog = await screen.findByRole('dialog', { name: /^Calls of Gateway/ })
  const sums = [...(await within(dialog).findAllByRole('definition'))]
  expect(sums.map(({ textContent }) => textContent)).toEqual(['1,200', '7', '5'])
  await within(dialog).findByText('40101')
})

it('says that a webhook is stopped, shows what was sent and sends it again', async () => {
  server.reply(webhooks.log, () => pageOf([delivery]))
  server.reply(webhooks.replay, () => ({ count: 1 }))
  show(<ClientList />)
  await choose('Deliveries')
  const dialog = await screen.findByRole('dialog', { name: 'Deliveries to Gateway' })
  await within(dialog).findByText(/Deliveries failed for days/)
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Send again' }))
  await waitFor(() => expect(server.of(webhooks.replay)[0]?.path).toContain(idOf(9)))
  await userEvent.click(within(dialog).getByRole('button', { name: 'What was sent' }))
  await screen.findByText(/SN-00017/)
})

it('offers nothing that the user may not do', async () => {
  signInAs(['CLIENT_LIST', 'CLIENT_DETAIL'])
  show(<ClientList />)
  // In one event: a menu that is pressed before its code is there takes the button's place.
  fireEvent.click(await screen.findByRole('button', { name: 'More actions for Gateway' }))
  const items = await screen.findAllByRole('menuitem', { hidden: true })
  expect(items.map(({ textContent }) => textContent)).toEqual(['Calls', 'How to call'])
  expect(screen.queryByRole('button', { name: 'Add' })).toBeNull()
})
