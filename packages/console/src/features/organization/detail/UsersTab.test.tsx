import { languages, organizations, organizationUsers, roles, users } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { menuItem } from '../../../../test/menuItem.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { forgetSession, useSession } from '../../../kit/session.ts'
import { UsersTab } from './UsersTab.tsx'

const orgId = '01900000-0000-7000-8000-000000000007'
const north = { id: orgId, name: 'North' } as never
let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  server = answerCalls()
  server.reply(languages.list, () => [])
  server.reply(users.mailReady, () => ({ isReady: true }))
  server.reply(organizations.tree, () => [
    { id: orgId, name: 'North', code: 'north', children: [] },
  ])
  server.reply(roles.list, () => [])
  useSession.setState({ menu: [menuItem('/users', { frontComponent: 'USER' })] })
})
afterEach(() => {
  cleanup()
  forgetSession()
})

const member = {
  id: '01900000-0000-7000-8000-000000000001',
  userName: 'mina',
  realName: 'Mina',
  email: null,
  orgName: 'North',
  roleNames: [],
  state: 'INVITED',
  lastSignInAt: null,
} as const

it('invites into the organisation that it is about', async () => {
  signInAs('all')
  server.reply(organizationUsers.page, () => ({ list: [], total: 0, pageNum: 1, pageSize: 20 }))
  show(<UsersTab organization={north} />)
  const [invite] = await screen.findAllByRole('button', { name: 'Invite' })
  await userEvent.click(invite as HTMLElement)
  await screen.findByRole('dialog', { name: 'Invite user' })
  const field = await screen.findByLabelText(/^Organisation/)
  await waitFor(() => expect(field).toHaveProperty('value', 'North'))
})

it('leads from an account to where it is taken care of', async () => {
  signInAs(['ORG_USER'])
  const page = { list: [member], total: 1, pageNum: 1, pageSize: 20 }
  server.reply(organizationUsers.page, () => page as never)
  show(<UsersTab organization={north} />)
  const link = await screen.findByRole('link', { name: 'mina' })
  expect(link.getAttribute('href')).toBe(`#/users?keyword=mina&peek=${member.id}`)
  expect(screen.queryByRole('button', { name: 'Invite' })).toBeNull()
})

/** Chooses from the menu of the account. */
async function choose(name: string): Promise<void> {
  signInAs('all')
  const page = { list: [member], total: 1, pageNum: 1, pageSize: 20 }
  server.reply(organizationUsers.page, () => page as never)
  server.reply(users.detail, () => ({ ...member, version: 1 }) as never)
  server.reply(users.invite, () => ({ count: 1 }))
  show(<UsersTab organization={north} />)
  await userEvent.click(await screen.findByRole('button', { name: 'Actions of mina' }))
  // Nothing has a place in jsdom: a menu counts as out of sight there.
  await userEvent.click(await screen.findByRole('menuitem', { name, hidden: true }))
}

it('sends an invitation again where the account stands, and reads the list anew', async () => {
  await choose('Send the invitation again')
  await waitFor(() => expect(server.of(users.invite)[0]?.body).toEqual({ ids: [member.id] }))
  await waitFor(() => expect(server.of(organizationUsers.page).length).toBeGreaterThan(1))
})

it('resets a password there', async () => {
  await choose('Reset password')
  expect(await screen.findByRole('dialog', { name: /mina/ })).toBeTruthy()
})
