import { codes, type RightNode, type Token, tokens } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { forgetSession } from '../../../kit/session.ts'
import { TokensTab } from './TokensTab.tsx'

let server: ReturnType<typeof answerCalls>

const at = '2026-11-20T08:00:00Z'
const nightly: Token = {
  id: '0198c0de-0000-7000-8000-00000000000a',
  name: 'Nightly',
  reach: 'READ',
  codes: [],
  ipAllow: ['192.0.2.0/24'],
  createdAt: at,
  validTo: at,
  isOver: false,
  lastUsedAt: null,
  lastIp: null,
}

const leaf = (id: string, code: string): RightNode => ({
  id,
  name: code,
  menuType: 2,
  code,
  isGranted: false,
  isHeld: true,
  children: [],
})

beforeEach(() => {
  prepareBrowser()
  server = answerCalls()
  server.reply(tokens.list, () => ({ list: [nightly], mostDays: 60 }))
  signInAs(['PERSONAL_TOKEN'])
})

afterEach(() => {
  cleanup()
  forgetSession()
  vi.unstubAllGlobals()
})

async function openForm() {
  show(<TokensTab />)
  await userEvent.click(await screen.findByRole('button', { name: 'New token' }))
  const dialog = await screen.findByRole('dialog')
  await userEvent.type(within(dialog).getByLabelText(/^Name/), 'Report')
  return dialog
}

const send = (dialog: HTMLElement) =>
  userEvent.click(within(dialog).getByRole('button', { name: 'New token' }))

it('shows what each token lets through and whence', async () => {
  show(<TokensTab />)
  const item = (await screen.findByText('Nightly')).closest('li')
  expect(item?.textContent).toContain('Read only')
  expect(item?.textContent).toContain('192.0.2.0/24')
})

it('makes a token that only reads unless told otherwise, and shows its secret once', async () => {
  server.reply(tokens.make, () => ({ token: { ...nightly, name: 'Report' }, secret: 'S3CRET' }))
  const dialog = await openForm()
  await send(dialog)
  expect(await screen.findByText('S3CRET')).toBeTruthy()
  expect(server.of(tokens.make)[0]?.body).toEqual({
    name: 'Report',
    reach: 'READ',
    codes: [],
    ipAllow: [],
    days: 60,
  })
  expect(screen.getByText(/openssl dgst/).textContent).toContain(nightly.id)
  await userEvent.click(screen.getByRole('button', { name: 'I have kept it' }))
  await waitFor(() => expect(screen.queryByText('S3CRET')).toBeNull())
})

it('names the rights that were chosen by their codes', async () => {
  server.reply(tokens.rights, () => [leaf('1', 'AREA_LIST'), leaf('2', 'VENDOR_LIST')])
  server.reply(tokens.make, () => ({ token: nightly, secret: 'S3CRET' }))
  const dialog = await openForm()
  await userEvent.selectOptions(within(dialog).getByLabelText(/^May do/), 'Chosen rights')
  const [first] = await within(dialog).findAllByRole('checkbox')
  if (first) await userEvent.click(first)
  await send(dialog)
  await screen.findByText('S3CRET')
  expect(server.of(tokens.make)[0]?.body).toMatchObject({ reach: 'CHOSEN', codes: ['AREA_LIST'] })
})

it('says beside the field what the server refuses, and loses nothing', async () => {
  const fields = [{ field: 'ipAllow', message: 'No network' }]
  server.refuse(tokens.make, refuse(codes.badRequest, 'Not accepted', { fields }))
  const dialog = await openForm()
  await send(dialog)
  expect(await within(dialog).findByText('No network')).toBeTruthy()
  expect(within(dialog).getByLabelText(/^Name/)).toHaveProperty('value', 'Report')
})

it('asks before it revokes', async () => {
  server.reply(tokens.end, () => ({ count: 1 }))
  show(<TokensTab />)
  const button = await screen.findByRole('button', { name: 'Revoke the token Nightly' })
  await userEvent.click(button)
  await answerQuestion(false)
  expect(server.of(tokens.end)).toEqual([])
  await userEvent.click(button)
  await answerQuestion(true)
  await waitFor(() => expect(server.of(tokens.end)).toHaveLength(1))
})

it('offers none where tokens are turned off', async () => {
  server.reply(tokens.list, () => ({ list: [], mostDays: 0 }))
  show(<TokensTab />)
  expect(await screen.findByText('Personal tokens are turned off here')).toBeTruthy()
  expect(screen.queryByRole('button', { name: 'New token' })).toBeNull()
})
