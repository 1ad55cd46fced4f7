import { languages, users } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { menuItem } from '../../../../test/menuItem.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { forgetSession, useSession } from '../../../kit/session.ts'
import { UserForm } from './UserForm.tsx'

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  server = answerCalls()
  server.reply(languages.list, () => [])
  useSession.setState({ menu: [menuItem('/mail', { frontComponent: 'MAILCONFIG' })] })
})
afterEach(() => {
  cleanup()
  forgetSession()
})

const dialog = { isOpen: true, record: null, open: () => undefined, close: () => undefined }

function open(permissions: readonly string[], isReady: boolean): void {
  signInAs(permissions)
  server.reply(users.mailReady, () => ({ isReady }))
  show(<UserForm dialog={dialog} />)
}

it('says before an invitation that no mail server sends it, and leads to where one is set up', async () => {
  open(['USER_ADD', 'MAILCONFIG_ADD'], false)
  await screen.findByText('No mail server is set up')
  const link = screen.getByRole('link', { name: 'Set up mail' })
  expect(link.getAttribute('href')).toBe('#/mail')
})

it('names the one-time password to who may not set up mail', async () => {
  open(['USER_ADD'], false)
  await screen.findByText(/one-time password/)
  expect(screen.queryByRole('link', { name: 'Set up mail' })).toBeNull()
})

it('says nothing of mail where it goes out', async () => {
  open(['USER_ADD', 'MAILCONFIG_ADD'], true)
  await screen.findByRole('dialog', { name: 'Invite user' })
  await expect.poll(() => server.of(users.mailReady)).toHaveLength(1)
  expect(screen.queryByText('No mail server is set up')).toBeNull()
})
