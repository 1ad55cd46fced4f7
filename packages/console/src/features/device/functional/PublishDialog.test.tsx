import { type Functional, functionalNames, functionals } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { PublishDialog } from './PublishDialog.tsx'

// Only what the dialog shows of a profile.
const profile = {
  ...Object.fromEntries(functionalNames().map((name) => [name, null])),
  id: '00000000-0000-7000-8000-000000000001',
  name: 'All terminals',
  version: 7,
  volume: 30,
  isChanged: true,
  orgId: null,
  modelId: null,
  groupId: null,
  deviceSn: null,
} as Functional

beforeEach(prepareBrowser)
afterEach(cleanup)

it('tells for how many terminals and what changes, and publishes for just these', async () => {
  signInAs('all')
  const server = answerCalls()
  server.reply(functionals.impact, () => ({ count: 250, changed: ['volume' as const] }))
  let sent: unknown
  server.reply(functionals.publish, ({ body }) => {
    sent = body
    return { ...profile, revision: 2 }
  })
  let isClosed = false
  const close = () => {
    isClosed = true
  }
  const dialog = { isOpen: true, record: profile, open: () => undefined, close }
  show(<PublishDialog dialog={dialog} />)
  expect(await screen.findByText(/These terminals are told: 250/)).toBeDefined()
  expect(screen.getByText('Volume (percent)')).toBeDefined()
  expect(screen.getByText('30')).toBeDefined()
  await userEvent.click(screen.getByRole('button', { name: 'Publish' }))
  expect(sent).toBeUndefined()
  await answerQuestion(true)
  await waitFor(() => expect(sent).toEqual({ version: 7, count: 250, note: null }))
  await waitFor(() => expect(isClosed).toBe(true))
})

it('leads to the terminals that it tells: those of a group are its members', async () => {
  signInAs('all')
  const server = answerCalls()
  server.reply(functionals.impact, () => ({ count: 2, changed: [] }))
  const groupId = '00000000-0000-7000-8000-000000000002'
  const record = { ...profile, groupId }
  const noop = () => undefined
  show(<PublishDialog dialog={{ isOpen: true, record, open: noop, close: noop }} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Show these terminals' }))
  expect(location.hash).toBe(`#/device/list?groupId=${groupId}`)
})
