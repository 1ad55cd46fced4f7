import {
  codes,
  type Customize,
  customizes,
  type HeldPolicy,
  type HeldWebsite,
  languages,
  organizations,
  policyPresets,
} from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { CustomizeList } from './CustomizeList.tsx'

const id = '019a0000-0000-7000-8000-000000000001'
const claimId = '019a0000-0000-7000-8000-000000000002'

const label: Customize = {
  id,
  status: 1,
  version: 3,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: null,
  name: 'Tigris',
  orgId: id,
  domains: ['portal.example'],
  remark: null,
  orgName: 'Tigris Bank',
  claims: [{ id: claimId, domain: 'portal.example', token: 'abc', verifiedAt: null }],
  webName: 'Tigris',
  themeName: 'ocean',
  language: null,
  hasWebsite: true,
  hasPolicy: false,
}
const website: HeldWebsite = {
  webName: 'Tigris',
  sideTitle: null,
  logo: null,
  favicon: null,
  background: null,
  copyright: null,
  themeName: 'ocean',
  language: null,
  support: null,
  termsUrl: null,
  privacyUrl: null,
  mailServerId: null,
  inherited: [
    { field: 'copyright', value: '© Above', from: 'Holding' },
    { field: 'sideTitle', value: 1, from: null },
    { field: 'logo', value: null, from: null },
  ],
  id,
  version: 3,
}
const policy: HeldPolicy = {
  ...policyPresets.default,
  above: { ...policyPresets.default, min: 14 },
  isOwn: false,
  from: ['Holding'],
  id,
  version: 3,
}

/** The first drawing, and the code of a dialog, may take longer on a busy machine. */

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  server.reply(customizes.page, () => ({ list: [label], total: 1, pageNum: 1, pageSize: 20 }))
  server.reply(customizes.detail, () => label)
  server.reply(customizes.website, () => website)
  server.reply(customizes.policy, () => policy)
  server.reply(organizations.list, () => [])
  server.reply(languages.list, () => [])
})
afterEach(cleanup)

/** In one event: a menu that is pressed before its code is there takes the button's place. */
async function choose(name: string): Promise<void> {
  show(<CustomizeList />)
  fireEvent.click(await screen.findByRole('button', { name: 'More actions for Tigris' }))
  await userEvent.click(await screen.findByRole('menuitem', { name, hidden: true }))
}

it('says what is inherited from whom, and sends an emptied field as null', async () => {
  server.reply(customizes.saveWebsite, () => ({ ...website, webName: null, version: 4 }))
  await choose('Website')
  const dialog = await screen.findByRole('dialog', { name: 'Website of Tigris Bank' })
  const name = await within(dialog).findByLabelText('Site name')
  await within(dialog).findByText('© Above (from Holding)')
  within(dialog).getByText('Shown (from the platform)')
  await userEvent.clear(name)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.of(customizes.saveWebsite)).toHaveLength(1))
  expect(server.of(customizes.saveWebsite)[0]?.body).toMatchObject({
    id,
    version: 3,
    webName: null,
    themeName: 'ocean',
  })
})

it('gives a part back only when that is agreed to', async () => {
  server.reply(customizes.reset, () => ({ count: 1 }))
  await choose('Website')
  await userEvent.click(await screen.findByRole('button', { name: 'Reset to inherited' }))
  await answerQuestion(true)
  await waitFor(() => expect(server.of(customizes.reset)).toHaveLength(1))
})

it('shows the floor of a policy, and at its field what is laxer', async () => {
  const problem = { field: 'min', message: 'Laxer than what is above' }
  server.refuse(customizes.savePolicy, refuse(codes.badRequest, 'No', { fields: [problem] }))
  await choose('Password policy')
  const dialog = await screen.findByRole('dialog', { name: 'Password policy of Tigris Bank' })
  await within(dialog).findByText('14')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await within(dialog).findByText('Laxer than what is above')
  expect(within(dialog).queryByRole('button', { name: 'Reset to inherited' })).toBeNull()
})

it('tells which record proves a domain, and asks for it', async () => {
  server.reply(customizes.verify, () => ({
    id: claimId,
    domain: 'portal.example',
    token: 'abc',
    verifiedAt: '2026-01-01T00:00:00.000Z',
  }))
  await choose('Domains')
  await screen.findByText('_muster.portal.example')
  screen.getByText('muster-verify=abc')
  await userEvent.click(screen.getByRole('button', { name: 'Check now' }))
  await waitFor(() => expect(server.of(customizes.verify)).toHaveLength(1))
})
