import { ownSessions } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { forgetSession } from '../../../kit/session.ts'
import { SessionsTab } from './SessionsTab.tsx'

let server: ReturnType<typeof answerCalls>

const at = '2026-11-20T08:00:00Z'
const session = (id: string, isCurrent: boolean, userAgent: string) => ({
  id,
  isCurrent,
  userAgent,
  ip: '10.0.0.1',
  impersonator: null,
  createdAt: at,
  lastUsedAt: at,
  expiresAt: at,
})
const mine = session('1', true, 'Mozilla/5.0 (X11; Linux x86_64) Firefox/143.0')
const other = session('2', false, 'Mozilla/5.0 (Windows NT 10.0) Chrome/140.0.0.0 Safari/537.36')

beforeEach(() => {
  prepareBrowser()
  server = answerCalls()
  server.reply(ownSessions.list, () => [mine, other])
  signInAs([])
})

afterEach(() => {
  cleanup()
  forgetSession()
  vi.unstubAllGlobals()
})

it('marks this session and offers to end the other one only', async () => {
  server.reply(ownSessions.end, () => null)
  show(<SessionsTab />)
  const current = (await screen.findByText('This one')).closest('li')
  expect(current?.textContent).toContain('Firefox 143 · Linux')
  expect(current?.querySelector('button')).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: 'Sign out Chrome 140 · Windows' }))
  await waitFor(() => expect(server.of(ownSessions.end)[0]?.path).toMatch(/\/2$/))
})

it('asks before it ends all others', async () => {
  server.reply(ownSessions.endOthers, () => ({ count: 1 }))
  show(<SessionsTab />)
  const button = await screen.findByRole('button', { name: 'Sign out everywhere else' })
  await userEvent.click(button)
  await answerQuestion(false)
  expect(server.of(ownSessions.endOthers)).toEqual([])
  await userEvent.click(button)
  await answerQuestion(true)
  await waitFor(() => expect(server.of(ownSessions.endOthers)).toHaveLength(1))
})
