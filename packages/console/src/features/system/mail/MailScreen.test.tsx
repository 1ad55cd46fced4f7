import {
  type LoggedMail,
  type MailServer,
  type MailTemplate,
  mailLog,
  mailServers,
  mailTemplates,
  organizations,
} from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { MailScreen } from './MailScreen.tsx'

const at = '2026-11-20T14:58:41.000Z'
const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`

const mailServer: MailServer = {
  id: idOf(1),
  status: 1,
  version: 2,
  createdAt: at,
  updatedAt: at,
  updatedBy: null,
  name: 'Main',
  host: 'smtp.example.com',
  port: 587,
  security: 'starttls',
  userName: 'muster',
  password: null,
  senderName: 'Muster',
  senderAddress: 'muster@example.com',
  replyTo: null,
  orgId: null,
  dailyLimit: 100,
  hasPassword: true,
  isDefault: false,
  orgName: null,
  sentToday: 7,
  lastTestAt: null,
  lastTestError: null,
}
const template: MailTemplate = {
  id: 'LOGIN_CODE en',
  code: 'LOGIN_CODE',
  language: 'en',
  subject: 'Your code',
  body: '<p>{{code}}</p>',
  variables: ['code', 'minutes', 'site', 'address'],
  isChanged: false,
  version: 0,
  updatedAt: null,
  updatedBy: null,
}
const mail: LoggedMail = {
  id: idOf(9),
  at,
  to: 'layla@example.com',
  template: 'LOGIN_CODE',
  language: 'en',
  subject: 'Your code',
  state: 'QUEUED',
  attempts: 0,
  serverName: null,
  error: null,
  sentAt: null,
  nextAttemptAt: at,
  isBlotted: false,
  isWaiting: true,
}
const pageOf = <R,>(list: R[]) => ({ list, total: list.length, pageNum: 1, pageSize: 20 })

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  server.reply(mailServers.page, () => pageOf([mailServer]))
  server.reply(mailTemplates.page, () => pageOf([template]))
  server.reply(mailLog.page, () => pageOf([mail]))
  server.reply(organizations.list, () => [])
})
afterEach(cleanup)

it('keeps the password of a server that nobody types anew', async () => {
  server.reply(mailServers.update, () => mailServer)
  show(<MailScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Edit: Main' })
  expect(await within(dialog).findByLabelText('Password')).toHaveProperty(
    'placeholder',
    'Unchanged',
  )
  await userEvent.type(within(dialog).getByLabelText(/Sender's name/), ' Bank')
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await waitFor(() =>
    expect(server.of(mailServers.update)[0]?.body).toMatchObject({
      senderName: 'Muster Bank',
      password: null,
      version: 2,
    }),
  )
})

it('sends a test and keeps the dialog open where the server did not take it', async () => {
  server.refuse(mailServers.test, refuse(102, 'The mail server did not take the test: 535'))
  show(<MailScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Test' }))
  const dialog = await screen.findByRole('dialog', { name: 'Test Main' })
  const send = within(dialog).getByRole('button', { name: 'Send a test' })
  await userEvent.click(send)
  expect(server.of(mailServers.test)).toEqual([])
  await userEvent.type(within(dialog).getByLabelText(/Address/), 'me@example.com')
  await userEvent.click(send)
  await waitFor(() =>
    expect(server.of(mailServers.test)[0]?.body).toEqual({ to: 'me@example.com' }),
  )
  server.reply(mailServers.test, () => ({ count: 1 }))
  await userEvent.click(send)
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

it('shows a wording as it would arrive, and what is wrong with it at its field', async () => {
  server.reply(mailTemplates.preview, () => ({ subject: 'Hello', html: '', text: 'Code 042917' }))
  server.refuse(
    mailTemplates.update,
    refuse(400, 'No', { fields: [{ field: 'body', message: 'Nobody fills the variable x' }] }),
  )
  const address = show(<MailScreen />, { tab: 'templates' })
  await userEvent.click(await screen.findByRole('button', { name: 'Edit' }))
  const dialog = await screen.findByRole('dialog', { name: 'Sign-in code (en)' })
  await userEvent.click(await within(dialog).findByRole('button', { name: 'Preview' }))
  await within(dialog).findByDisplayValue(/Code 042917/)
  await userEvent.type(within(dialog).getByLabelText(/^Text \(HTML\)/), '{{{{x}}')
  expect(address.isDirty).toBe(true)
  await userEvent.click(within(dialog).getByRole('button', { name: 'Save' }))
  await within(dialog).findByText('Nobody fills the variable x')
  expect(server.of(mailTemplates.update)[0]?.body).toMatchObject({
    code: 'LOGIN_CODE',
    language: 'en',
    version: 0,
    body: '<p>{{code}}</p>{{x}}',
  })
})

it('reads a mail from the log, and sends none again whose code is redacted', async () => {
  const sent = { ...mail, id: idOf(10), state: 'SENT' as const, sentAt: at, isBlotted: true }
  server.reply(mailLog.page, () => pageOf([mail, sent]))
  server.reply(mailLog.detail, () => ({ ...mail, html: '', text: 'Your code is 042917' }))
  show(<MailScreen />, { tab: 'log' })
  expect(await screen.findAllByRole('button', { name: 'Send again' })).toHaveLength(1)
  await userEvent.click(screen.getAllByRole('button', { name: 'Read' })[0] as HTMLElement)
  await screen.findByDisplayValue(/Your code is 042917/)
})

it('shows only the parts that the user may see', async () => {
  signInAs(['MAIL_LOG_LIST'])
  show(<MailScreen />)
  await screen.findByText('layla@example.com')
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Log'])
  expect(screen.queryByRole('button', { name: 'Read' })).toBeNull()
})

it('shows a code that waits only to who asks for it', async () => {
  server.reply(mailLog.detail, () => ({ ...mail, html: '<p>***</p>', text: 'Your code: ***' }))
  server.reply(mailLog.reveal, () => ({ text: 'Your code: 918273' }))
  show(<MailScreen />)
  await userEvent.click(await screen.findByRole('tab', { name: 'Log' }))
  await userEvent.click(await screen.findByRole('button', { name: 'Read' }))
  const text = await screen.findByLabelText<HTMLTextAreaElement>('Text of the mail')
  expect(text.value).not.toContain('918273')
  await userEvent.click(screen.getByRole('button', { name: 'Show the code' }))
  await waitFor(() => expect(text.value).toContain('918273'))
  expect(server.of(mailLog.reveal)).toHaveLength(1)
})
