import { type Param, params, type ReplyOf } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { assignment, assignmentForm } from '../../../../test/assigned.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { ActivateChosenDialog } from './ActivateChosenDialog.tsx'
import { ActivateDialog } from './ActivateDialog.tsx'
import { CompareDialog } from './CompareDialog.tsx'
import { RevokeDialog } from './RevokeDialog.tsx'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
})
afterEach(cleanup)

function open(param: Param, needsApproval: boolean, mayAgree = true) {
  const server = answerCalls()
  server.reply(params.impact, () => ({
    count: 250,
    needsApproval,
    mayAgree,
    broken: [],
    hiddenCount: 0,
    differences: [
      { pid: 'host', label: 'Server', before: null, after: 'b.example', isSecret: false },
      { pid: 'pin', label: 'pin', before: null, after: null, isSecret: true },
      {
        pid: 'aids',
        label: null,
        before: '[{"aid":"A0","label":"Visa"},{"aid":"A1","label":"Debit"}]',
        after: '[{"aid":"A0","label":"Visa"},{"aid":"A2","label":"Credit"}]',
        isSecret: false,
      },
    ],
    inherited: {
      host: { value: 'a.example', isSecret: false, source: 'ORG' as const, name: 'Above' },
    },
    outside: {
      versionFrom: 200,
      versionTo: 299,
      count: 3,
      versions: [{ code: 100, name: '1.0' }],
    },
    others: [{ id: param.id, name: 'Everybody', level: 'ORG' as const, targetName: 'Root' }],
  }))
  let sent: unknown
  server.reply(params.activate, ({ body }) => {
    sent = body
    return { ...param, revision: 4, isChanged: false }
  })
  const dialog = { isOpen: true, record: param, open: () => undefined, close: () => undefined }
  show(<ActivateDialog dialog={dialog} />)
  return () => sent
}

it('tells for how many terminals and what changes, without secrets, and is agreed to by their number', async () => {
  const sent = open(assignment(), false)
  const reached = await screen.findByRole('link', { name: '250' })
  expect(reached.parentElement?.textContent).toBe('This holds at once for these terminals: 250.')
  expect(reached.getAttribute('href')).toMatch(/^#\/device\/list\?/)
  expect(screen.getByText('b.example')).toBeDefined()
  // As its form calls it, beside what was inherited before.
  expect(screen.getByText('Server').tagName).toBe('BDI')
  expect(screen.getByText('a.example')).toBeDefined()
  expect(screen.getByText(/^Inherited · .*Above/)).toBeDefined()
  expect(screen.getByText('Secret, another one')).toBeDefined()
  // Of a table the rows that differ, not its text.
  expect(screen.getByText('A1 · Debit').tagName).toBe('BDI')
  expect(screen.getByText('A2 · Credit')).toBeDefined()
  expect(screen.queryByText('A0 · Visa')).toBeNull()
  expect(screen.getByText('Everybody')).toBeDefined()
  expect(screen.getByText(/versions 200–299 of the application/)).toBeDefined()
  const others = screen.getByRole('link', { name: '3 terminals run another version:' })
  expect(decodeURIComponent(others.getAttribute('href') ?? '')).toContain('com.example.pay=100')
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'new host')
  await userEvent.type(screen.getByRole('textbox', { name: 'Ticket' }), ' CHG-7')
  const agree = screen.getByRole('button', { name: 'Put in force' })
  expect(agree).toHaveProperty('disabled', true)
  await userEvent.type(screen.getByLabelText('Type 250 to go on'), '250')
  await userEvent.click(agree)
  await waitFor(() =>
    expect(sent()).toEqual({ version: 7, count: 250, note: 'new host', ticket: 'CHG-7' }),
  )
})

it('says that a second person is needed before it asks for one', async () => {
  open(assignment(), true)
  expect(await screen.findByText('A second person has to agree')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Ask for agreement' })).toBeDefined()
})

it('does not let whoever asked agree himself', async () => {
  open(assignment({ state: 'PENDING_APPROVAL', askedByName: 'Layla' }), true, false)
  expect(await screen.findByText(/another person has to agree/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Agree' })).toHaveProperty('disabled', true)
})

it.each([
  [true, 'Agree to revoke', true],
  [false, 'Revoke', false],
])(
  'lets whoever asked revoke by himself only where nobody else is needed: %s',
  async (needsApproval, name, disabled) => {
    const server = answerCalls()
    server.reply(params.impact, () => ({ needsApproval }) as ReplyOf<typeof params.impact>)
    const record = assignment({
      state: 'PENDING_APPROVAL',
      askedFor: 'REVOKE',
      askedByName: 'Layla',
    })
    const dialog = { isOpen: true, record, open: () => undefined, close: () => undefined }
    show(<RevokeDialog dialog={dialog} />)
    expect(await screen.findByRole('button', { name })).toHaveProperty('disabled', disabled)
    expect(screen.queryByText(/another person has to agree/) !== null).toBe(disabled)
  },
)

it('offers agreement to nobody who has changed it, and says who may agree', async () => {
  open(assignment({ state: 'PENDING_APPROVAL', askedByName: 'Omar' }), true, false)
  expect(await screen.findByText(/a person who has not has to agree/)).toBeDefined()
  expect(screen.queryByLabelText('Type 250 to go on')).toBeNull()
  expect(screen.getByRole('button', { name: 'Agree' })).toHaveProperty('disabled', true)
})

it('says of all that are chosen why they are put in force, and asks for the number of many', async () => {
  const server = answerCalls()
  const sent: unknown[] = []
  server.reply(params.activateMany, ({ body }) => {
    sent.push(body)
    return { count: 250, failed: [] }
  })
  const record = { which: { matching: { keyword: 'shop' }, count: 250 }, count: 250 }
  const dialog = { isOpen: true, record, open: () => undefined, close: () => undefined }
  const told: unknown[] = []
  show(
    <ActivateChosenDialog
      dialog={dialog}
      tell={async (outcome) => {
        told.push(outcome)
      }}
    />,
  )
  await userEvent.type(await screen.findByRole('textbox', { name: 'Ticket' }), 'CHG-9')
  const agree = screen.getByRole('button', { name: 'Put in force' })
  expect(agree).toHaveProperty('disabled', true)
  await userEvent.type(screen.getByLabelText('Type 250 to go on'), '250')
  await userEvent.click(agree)
  await waitFor(() => expect(sent).toEqual([{ ...record.which, note: null, ticket: 'CHG-9' }]))
  await waitFor(() => expect(told).toHaveLength(1))
})

const otherId = '00000000-0000-7000-8000-000000000002'
const at = '2026-05-01T09:00:00.000Z'
const inForce = {
  revision: 3,
  state: 'IN_FORCE' as const,
  templateRevId: otherId,
  startsAt: at,
  endsAt: null,
  note: null,
  ticket: null,
  deviceCount: 1,
  publishedAt: at,
  publishedBy: null,
  approvedBy: null,
}

it('shows what an assignment says beside another one, revision against draft', async () => {
  const server = answerCalls()
  const [one, other] = [assignment(), assignment({ id: otherId, name: 'Night', revision: null })]
  server.reply(params.list, () => [{ id: otherId, name: 'Night', code: null }])
  server.reply(params.detail, () => other)
  const said = {
    values: { host: 'a.example', port: '1' },
    secretPids: ['pin'],
    labels: {},
  }
  server.reply(params.revisions, ({ path }) => (path.includes(otherId) ? [] : [inForce]))
  server.reply(params.revision, () => said)
  const draft = { values: { host: 'b.example', port: '1' }, secretPids: [] }
  server.reply(params.form, () => assignmentForm(draft))
  const dialog = { isOpen: true, record: one, open: () => undefined, close: () => undefined }
  show(<CompareDialog dialog={dialog} />)
  const selector = 'input:not([readonly])'
  await userEvent.click(await screen.findByLabelText('With the assignment', { selector }))
  await userEvent.click(await screen.findByRole('option', { name: 'Night', hidden: true }))
  expect(await screen.findByText('a.example')).toBeDefined()
  expect(screen.getByText('b.example')).toBeDefined()
  expect(screen.getByText('pin')).toBeDefined()
  expect(screen.queryByText('port')).toBeNull()
})
