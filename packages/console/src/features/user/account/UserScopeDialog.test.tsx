import { organizations, type User, users } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { UserScopeDialog } from './UserScopeDialog.tsx'

const layla = { id: '019a0000-0000-7000-8000-000000000001', userName: 'layla', version: 1 } as User
const close = vi.fn<() => void>()

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  close.mockClear()
  const server = answerCalls()
  server.reply(users.scope, () => null)
  server.reply(organizations.tree, () => [])
})
afterEach(cleanup)

it('asks before a scope of his own is lost, and not when it was taken back', async () => {
  show(<UserScopeDialog dialog={{ isOpen: true, record: layla, open: close, close }} />)
  const own = await screen.findByRole('checkbox')
  await userEvent.click(own)
  await userEvent.click(screen.getByRole('button', { name: 'Close' }))
  await answerQuestion(false)
  await userEvent.click(screen.getByRole('button', { name: 'Cancel' }))
  await answerQuestion(false)
  expect(close).not.toHaveBeenCalled()
  await userEvent.click(own)
  await userEvent.keyboard('{Escape}')
  expect(close).toHaveBeenCalledOnce()
})
