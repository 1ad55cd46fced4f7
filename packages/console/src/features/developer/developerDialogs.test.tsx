import { type Developer, developerMembers, developers } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { useDialog } from '../../kit/dialog/useDialog.ts'
import { ApproveDialog } from './ApproveDialog.tsx'
import { MembersDialog } from './MembersDialog.tsx'
import { MessageDialog } from './MessageDialog.tsx'
import { ReasonDialog } from './ReasonDialog.tsx'
import { SecretDialog } from './SecretDialog.tsx'

const id = '019a0000-0000-7000-8000-000000000001'
const developer: Developer = {
  id,
  status: 1,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: null,
  type: 'COMPANY',
  name: 'Tigris Apps',
  orgId: id,
  orgName: 'Bank',
  accountId: id,
  accountName: 'zaid',
  country: 'IQ',
  contact: 'Zaid',
  email: 'zaid@tigris.example',
  phone: null,
  licenceNo: null,
  licenceFileId: null,
  licenceFileName: null,
  sdkAccess: true,
  maxApps: null,
  publishOrgIds: [],
  appCount: 0,
  onlineCount: 0,
  pendingCount: 0,
  signers: [],
  remark: null,
  state: 'REVIEWING',
  appliedAt: '2026-01-01T00:00:00.000Z',
  dueAt: null,
  firstApproverName: null,
  reviewerName: null,
  reviewedAt: null,
  reason: null,
  agreementVersion: null,
  agreedAt: null,
  hasAgreed: true,
  createdBy: null,
  secretSince: null,
}

let server: ReturnType<typeof answerCalls>
beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  server.reply(developers.review, () => ({ count: 1 }))
})
afterEach(cleanup)

let closed = 0
const dialogOf = <T,>(record: T) => ({
  record,
  isOpen: true,
  open: () => undefined,
  close: () => void closed++,
})

describe('the review', () => {
  const programme = (more: object) =>
    server.reply(developers.programme, () => ({
      isOpen: true,
      agreementVersion: null,
      agreementText: '',
      twoPerson: false,
      checklist: [],
      ...more,
    }))

  it('says what was looked at, and by whom it was approved before', async () => {
    programme({ twoPerson: true, checklist: ['Licence', 'Address'] })
    const firstApproverName = 'nadia'
    show(<ApproveDialog dialog={dialogOf({ ...developer, firstApproverName })} />)
    expect(await screen.findByText(/nadia has approved already/)).toBeTruthy()
    await userEvent.click(screen.getByRole('checkbox', { name: 'Address' }))
    await userEvent.click(screen.getByRole('checkbox', { name: 'Licence' }))
    await userEvent.click(screen.getByRole('button', { name: 'Approve' }))
    await waitFor(() => expect(server.of(developers.review)).toHaveLength(1))
    expect(server.of(developers.review)[0]?.body).toMatchObject({
      result: 'APPROVED',
      // In the order of the list, whatever was ticked first.
      checked: ['Licence', 'Address'],
    })
  })

  it('asks for nothing that the programme does not ask for', async () => {
    programme({})
    show(<ApproveDialog dialog={dialogOf(developer)} />)
    await screen.findByRole('button', { name: 'Approve' })
    expect(screen.queryByRole('checkbox')).toBeNull()
    expect(screen.queryByText(/second approval|second person/i)).toBeNull()
  })

  it('rejects with a reason, and the dialog goes', async () => {
    closed = 0
    show(<ReasonDialog dialog={dialogOf({ act: 'reject' as const, developer })} />)
    const reason = await screen.findByLabelText(/Reason/)
    await userEvent.type(reason, 'No licence')
    await userEvent.click(screen.getByRole('button', { name: 'Reject' }))
    await waitFor(() => expect(closed).toBe(1))
    expect(server.of(developers.review)[0]?.body).toMatchObject({
      result: 'REJECTED',
      reason: 'No licence',
    })
  })
})

it('says who works for a developer, and lets them go', async () => {
  const member = { accountId: id, userName: 'noor', realName: 'Noor', role: 'MANAGER' as const }
  server.reply(developerMembers.list, () => [{ ...member, since: developer.createdAt }])
  server.reply(developerMembers.remove, () => ({ count: 1 }))
  show(<MembersDialog dialog={dialogOf(developer)} />)
  expect(await screen.findByText('noor (Noor)')).toBeTruthy()
  expect(screen.getByRole('cell', { name: 'Manager' })).toBeTruthy()
  await userEvent.click(screen.getByRole('button', { name: 'Remove' }))
  await answerQuestion(true)
  await waitFor(() => expect(server.of(developerMembers.remove)).toHaveLength(1))
})

/** The dialog behind a button, as its list has it. */
function Opened() {
  const dialog = useDialog<Developer>()
  return (
    <>
      <button type="button" onClick={() => dialog.open(developer)}>
        open
      </button>
      <SecretDialog dialog={dialog} />
    </>
  )
}

describe('a secret', () => {
  const secret = 'sec-ret-0123456789'
  beforeEach(() => server.reply(developers.secret, () => ({ secret, oldSecretUntil: null })))

  it('is made when somebody says so, and shown with whose it is and how it signs', async () => {
    show(<SecretDialog dialog={dialogOf(developer)} />)
    const dialog = within(await screen.findByRole('dialog'))
    expect(server.asked.filter(({ path }) => path.includes('/secret/'))).toEqual([])
    await userEvent.click(dialog.getByRole('checkbox', { name: /End the old secret now/ }))
    await userEvent.click(dialog.getByRole('button', { name: 'New secret' }))
    expect(await dialog.findByText(secret)).toBeTruthy()
    expect(dialog.getByText(id)).toBeTruthy()
    expect(server.of(developers.secret)).toMatchObject([{ body: { endsOldNow: true } }])
    // The example tells how, and never the secret itself.
    expect(document.querySelector('pre')?.textContent).toContain(id)
    expect(document.querySelector('pre')?.textContent).not.toContain(secret)
    expect(dialog.queryByRole('button', { name: 'New secret' })).toBeNull()
  })

  it('is shown once: who opens the dialog again does not see it', async () => {
    show(<Opened />)
    const reopen = () => userEvent.click(screen.getByText('open', { selector: 'button' }))
    await reopen()
    await userEvent.click(await screen.findByRole('button', { name: 'New secret' }))
    await screen.findByText(secret)
    const close = within(screen.getByRole('dialog')).getAllByRole('button', { name: 'Close' })
    await userEvent.click(close.at(-1) ?? document.body)
    await waitFor(() => expect(screen.queryByText(secret)).toBeNull())
    await reopen()
    expect(await screen.findByRole('button', { name: 'New secret' })).toBeTruthy()
    expect(screen.queryByText(secret)).toBeNull()
  })
})

it('writes a subject and a message to a developer', async () => {
  server.reply(developers.message, () => ({ count: 1 }))
  show(<MessageDialog dialog={dialogOf(developer)} />)
  await userEvent.type(await screen.findByLabelText(/Subject/), 'Your licence')
  await userEvent.type(screen.getByLabelText(/Message/), 'It has run out.')
  await userEvent.click(screen.getByRole('button', { name: 'Send' }))
  await waitFor(() => expect(server.of(developers.message)).toHaveLength(1))
  expect(server.of(developers.message)[0]?.body).toMatchObject({
    subject: 'Your licence',
    text: 'It has run out.',
  })
})
