import { type JsonDocument, jsonDocuments } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { PublishDialog } from './PublishDialog.tsx'
import { WithdrawDialog } from './WithdrawDialog.tsx'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
})
afterEach(cleanup)

const count = 1200
const record = {
  id: '01890000-0000-7000-8000-000000000001',
  name: 'Menu',
  version: 3,
  revision: null,
  deviceCount: count,
} as JsonDocument
const dialog = { isOpen: true, record, open: () => undefined, close: () => undefined }

const acts = [
  { Dialog: PublishDialog, call: jsonDocuments.publish, button: 'Publish' },
  { Dialog: WithdrawDialog, call: jsonDocuments.withdraw, button: 'Withdraw' },
]

it.each(acts)('$button for many terminals asks for their number once', async (act) => {
  const server = answerCalls()
  server.reply(jsonDocuments.impact, () => ({
    count,
    needsApproval: false,
    mayAgree: true,
    faults: [],
  }))
  server.reply(jsonDocuments.detail, () => record)
  server.reply(act.call, () => record)
  show(<act.Dialog dialog={dialog} />)
  const field = await screen.findByLabelText('Type 1,200 to go on')
  const button = screen.getByRole<HTMLButtonElement>('button', { name: act.button })
  expect(button.disabled).toBe(true)
  fireEvent.change(field, { target: { value: '1200' } })
  await waitFor(() => expect(button.disabled).toBe(false))
  await userEvent.click(button)
  await waitFor(() => expect(server.of(act.call)).toHaveLength(1))
})

const asked = acts.map((act) => ({
  ...act,
  askedFor: act.button === 'Publish' ? ('PUBLISH' as const) : ('WITHDRAW' as const),
}))

it.each(asked)('$button is done by whoever asked once nobody else is needed', async (act) => {
  const server = answerCalls()
  const faults: [] = []
  server.reply(jsonDocuments.impact, () => ({
    count: 1,
    needsApproval: false,
    mayAgree: true,
    faults,
  }))
  const waiting = {
    state: 'PENDING_APPROVAL' as const,
    askedFor: act.askedFor,
    askedByName: 'Layla',
  }
  show(<act.Dialog dialog={{ ...dialog, record: { ...record, ...waiting, deviceCount: 1 } }} />)
  const button = await screen.findByRole('button', { name: act.button })
  await waitFor(() => expect(button).toHaveProperty('disabled', false))
  expect(screen.queryByText(/another person has to agree/)).toBeNull()
})
