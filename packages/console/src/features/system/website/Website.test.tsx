import {
  codes,
  imagePaths,
  passwordPolicy,
  policyPresets,
  remoteControl,
  type ReplyOf,
  session,
  siteSetting,
} from '@muster/contract'
import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useNotices } from '../../../kit/notify.ts'
import { Website } from './Website.tsx'

const site: ReplyOf<typeof siteSetting.get> = {
  webName: 'Terminal Management System',
  logo: null,
  favicon: null,
  background: null,
  copyright: '',
  sideTitle: 1,
  validCode: 0,
  validationEmail: true,
  verifyType: 0,
  registration: false,
  rsaLogin: false,
  searchAddress: null,
  version: 3,
}
const policy = { ...policyPresets.default, version: 0 }

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  server = answerCalls()
  server.reply(siteSetting.get, () => site)
  server.reply(passwordPolicy.get, () => policy)
})
afterEach(cleanup)

it('shows the cards that the user may edit, and no other', async () => {
  signInAs(['WEBSITE_EDIT', 'PWD_POLICY'])
  show(<Website />)
  await screen.findByLabelText(/Site name/)
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual([
    'Site',
    'Password policy',
  ])
})

it('saves what was changed over the version that was read, numbers as numbers', async () => {
  signInAs(['WEBSITE_EDIT'])
  server.reply(siteSetting.save, ({ body }) => ({ ...site, ...(body as typeof site), version: 4 }))
  const address = show(<Website />)
  const name = await screen.findByLabelText(/Site name/)
  await userEvent.clear(name)
  await userEvent.type(name, 'Tigris Bank')
  expect(address.isDirty).toBe(true)
  await userEvent.click(screen.getByLabelText('Show the site name beside the logo'))
  await userEvent.selectOptions(screen.getByLabelText(/Second proof/), 'Authenticator app')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.of(siteSetting.save)).toHaveLength(1))
  const changed = { webName: 'Tigris Bank', sideTitle: 0, verifyType: 2 }
  expect(server.of(siteSetting.save)[0]?.body).toEqual({ ...site, ...changed })
  await waitFor(() => expect(address.isDirty).toBe(false))
})

it('takes a save back, over the version that the save has made', async () => {
  signInAs(['WEBSITE_EDIT'])
  useNotices.setState({ list: [] })
  server.reply(siteSetting.save, ({ body }) => ({
    ...site,
    ...(body as typeof site),
    version: (body as typeof site).version + 1,
  }))
  show(<Website />)
  await userEvent.type(await screen.findByLabelText(/Copyright/), 'Tigris')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(useNotices.getState().list[0]?.action?.label).toBe('Undo'))
  act(() => useNotices.getState().list[0]?.action?.onClick())
  await waitFor(() =>
    expect(server.of(siteSetting.save).map(({ body }) => body)).toEqual([
      { ...site, copyright: 'Tigris' },
      { ...site, version: 4 },
    ]),
  )
})

it('keeps the input when somebody else was faster, and takes over what this person did not touch', async () => {
  signInAs(['WEBSITE_EDIT'])
  server.refuse(siteSetting.save, refuse(codes.versionConflict, 'Omar changed this record'))
  show(<Website />)
  const name = await screen.findByLabelText(/Site name/)
  await userEvent.clear(name)
  await userEvent.type(name, 'Tigris Bank')
  server.reply(siteSetting.get, () => ({ ...site, copyright: 'by Omar', version: 4 }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await userEvent.click(await screen.findByRole('button', { name: /Take over/ }))
  await waitFor(() => expect(screen.getByLabelText(/Copyright/)).toHaveProperty('value', 'by Omar'))
  expect(name).toHaveProperty('value', 'Tigris Bank')
  server.reply(siteSetting.save, () => ({ ...site, version: 5 }))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.of(siteSetting.save).at(-1)?.body).toMatchObject({
      version: 4,
      webName: 'Tigris Bank',
      copyright: 'by Omar',
    }),
  )
})

it('goes back to the defaults only when that is agreed to', async () => {
  signInAs(['WEBSITE_EDIT'])
  server.reply(siteSetting.reset, () => ({ ...site, webName: 'Default', version: 9 }))
  show(<Website />)
  await userEvent.click(await screen.findByRole('button', { name: 'Reset to the defaults' }))
  await answerQuestion(false)
  expect(server.of(siteSetting.reset)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Reset to the defaults' }))
  await answerQuestion(true)
  await waitFor(() => expect(screen.getByLabelText(/Site name/)).toHaveProperty('value', 'Default'))
})

it('uploads a picture by a ticket, and shows why one is refused', async () => {
  signInAs(['WEBSITE_EDIT'])
  server.reply(session.ticket, () => ({ ticket: 'once' }))
  show(<Website />)
  await screen.findByLabelText(/Site name/)
  const field = screen.getByRole('group', { name: 'Logo' })
  const input = field.querySelector('input') as HTMLInputElement
  await userEvent.upload(input, new File([new Uint8Array(1024 * 1024 + 1)], 'big.png'))
  expect(await within(field).findByRole('alert')).toHaveProperty(
    'textContent',
    'The picture is too large: at most 1 MB',
  )
  expect(server.of(session.ticket)).toEqual([])
  expect(imagePaths.upload).toBe('/admin/file/v1/image')
})

it('fills the policy in from a preset, and says what is wrong before anything is sent', async () => {
  signInAs(['PWD_POLICY'])
  server.reply(passwordPolicy.save, ({ body }) => body as typeof policy)
  show(<Website />)
  await userEvent.click(await screen.findByRole('button', { name: 'PCI DSS' }))
  expect(screen.getByLabelText(/Days until a password expires/)).toHaveProperty('value', '90')
  const min = screen.getByLabelText(/Shortest length/)
  await userEvent.clear(min)
  await userEvent.type(min, '5')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  screen.getByText('At least 6')
  await userEvent.clear(min)
  await userEvent.type(min, '14')
  await userEvent.type(screen.getByLabelText(/Addresses people/), '10.0.0.0/8{Enter}::1{Enter}')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.of(passwordPolicy.save)[0]?.body).toEqual({
      ...policyPresets.pci,
      min: 14,
      ipAllowList: ['10.0.0.0/8', '::1'],
      version: 0,
    }),
  )
})

it('keeps the credential of a relay that nobody types anew', async () => {
  signInAs(['REMOTE_CONFIG'])
  const turn = { url: 'turn:relay.example:3478', userName: 'muster', credential: null }
  const value: ReplyOf<typeof remoteControl.get> = {
    relayUrl: '',
    iceServers: [turn],
    tokenMinutes: 5,
    maxMinutes: 60,
    needsConsent: true,
    isRecorded: false,
    version: 1,
  }
  server.reply(remoteControl.get, () => value)
  server.reply(remoteControl.save, () => ({ ...value, version: 2 }))
  show(<Website />)
  await userEvent.click(await screen.findByRole('button', { name: 'Add a server' }))
  await userEvent.type(screen.getAllByLabelText('Address')[1] as HTMLElement, 'stun:relay.example')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.of(remoteControl.save)[0]?.body).toMatchObject({
      iceServers: [turn, { url: 'stun:relay.example', userName: '', credential: null }],
    }),
  )
})
