import { type Param, params } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { assignment } from '../../../../test/assigned.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { ActivateDialog } from './ActivateDialog.tsx'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
})
afterEach(cleanup)

function open(param: Param, needsApproval: boolean) {
  const server = answerCalls()
  server.reply(params.impact, () => ({
    count: 250,
    needsApproval,
    broken: [],
    hiddenCount: 0,
    differences: [
      { pid: 'host', before: 'a.example', after: 'b.example', isSecret: false },
      { pid: 'pin', before: null, after: null, isSecret: true },
    ],
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
  expect(await screen.findByText(/at once for these terminals: 250/)).toBeDefined()
  expect(screen.getByText('b.example')).toBeDefined()
  expect(screen.getByText('Secret, another one')).toBeDefined()
  expect(screen.getByText('Everybody')).toBeDefined()
  expect(screen.getByText(/versions 200–299 of the application/)).toBeDefined()
  const others = screen.getByRole('link', { name: '3 terminals run another version:' })
  expect(decodeURIComponent(others.getAttribute('href') ?? '')).toContain('com.example.pay=100')
  await userEvent.type(screen.getByRole('textbox', { name: 'Note' }), 'new host')
  await userEvent.click(screen.getByRole('button', { name: 'Put in force' }))
  expect(sent()).toBeUndefined()
  await answerQuestion(true)
  await waitFor(() => expect(sent()).toEqual({ version: 7, count: 250, note: 'new host' }))
})

it('says that a second person is needed before it asks for one', async () => {
  open(assignment(), true)
  expect(await screen.findByText('A second person has to agree')).toBeDefined()
  expect(screen.getByRole('button', { name: 'Ask for agreement' })).toBeDefined()
})

it('does not let whoever asked agree himself', async () => {
  open(assignment({ state: 'PENDING_APPROVAL', askedByName: 'Layla' }), true)
  expect(await screen.findByText(/another person has to agree/)).toBeDefined()
  expect(screen.getByRole('button', { name: 'Agree' })).toHaveProperty('disabled', true)
})
