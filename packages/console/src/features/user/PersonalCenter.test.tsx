import {
  codes,
  languages,
  noticePreferences,
  profile,
  secondFactor,
  session,
  userNotices,
} from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../test/answers.ts'
import { memoryDatabase } from '../../../test/memoryDatabase.ts'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { currentAddress, navigate } from '../../platform/address.ts'
import { forgetOneTimePassword, keepOneTimePassword } from '../../kit/oneTimePassword.ts'
import { forgetSession, useSession } from '../../kit/session.ts'
import { PersonalCenter } from './PersonalCenter.tsx'

const layla = {
  userName: 'layla',
  nickName: 'Layla',
  realName: 'Layla Hassan',
  phone: '',
  avatar: null,
  email: 'layla@example.com',
  language: 'en',
  timeZone: null,
  dateFormat: 'locale' as const,
  organization: 'Baghdad',
  roles: [],
}

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  memoryDatabase()
  server = answerCalls()
  const rule = { rule: '12 to 64 characters', checked: '', min: 12, max: 64 }
  server.reply(session.passwordRule, () => rule)
  signInAs(['PERSONAL_BASE_INFO'])
  navigate('/ucenter')
})

afterEach(() => {
  cleanup()
  forgetSession()
  forgetOneTimePassword()
  vi.unstubAllGlobals()
})

async function change(oldPassword: string, newPassword: string, again = newPassword) {
  await userEvent.type(await screen.findByLabelText(/^Current password/), oldPassword)
  await choose(newPassword, again)
}

async function choose(newPassword: string, again = newPassword) {
  const user = userEvent.setup()
  await user.type(await screen.findByLabelText(/^New password \*|^New password$/), newPassword)
  await user.type(screen.getByLabelText(/^New password again/), again)
  await user.click(screen.getByRole('button', { name: 'Change password' }))
}

const firstSignIn = () =>
  useSession.setState({ flags: { firstLogin: 1, initEmail: 0, pwdCheck: 0, bindFactor: 0 } })

it('shows only the password at the first sign-in, then goes on', async () => {
  firstSignIn()
  server.reply(session.changePassword, () => null)
  show(<PersonalCenter />, { firstLogin: '1' })
  expect(screen.getAllByRole('tab').map(({ textContent }) => textContent)).toEqual(['Password'])
  expect(await screen.findByText('12 to 64 characters')).toBeTruthy()
  await change('one-time', 'long enough one')
  await waitFor(() => expect(currentAddress().path).toBe('/'))
  expect(useSession.getState().flags.firstLogin).toBe(0)
})

it('does not ask again for the password of the sign-in a moment ago, but where it was wrong', async () => {
  firstSignIn()
  keepOneTimePassword('one-time')
  const fields = [{ field: 'oldPassword', message: 'Not that one' }]
  server.refuse(session.changePassword, refuse(codes.badRequest, 'Not accepted', { fields }))
  show(<PersonalCenter />)
  await screen.findByText('12 to 64 characters')
  expect(screen.queryByLabelText(/^Current password/)).toBeNull()
  await choose('long enough one')
  expect(server.of(session.changePassword)[0]?.body).toMatchObject({ oldPassword: 'one-time' })
  expect(await screen.findByText('Not that one')).toBeTruthy()
  expect(screen.getByLabelText(/^Current password/)).toBeTruthy()
})

it('shows no field before the rule that stands among them, and all without it', async () => {
  firstSignIn()
  server.refuse(session.passwordRule, refuse(codes.badRequest, 'Not now'))
  show(<PersonalCenter />)
  await screen.findByLabelText('Loading')
  expect(screen.queryByRole('button', { name: 'Change password' })).toBeNull()
  expect(await screen.findByRole('button', { name: 'Change password' })).toBeTruthy()
})

it('asks for the password of a sign-in that was long ago', async () => {
  firstSignIn()
  vi.useFakeTimers({ toFake: ['Date'] })
  keepOneTimePassword('one-time')
  vi.setSystemTime(Date.now() + 11 * 60_000)
  show(<PersonalCenter />)
  expect(await screen.findByLabelText(/^Current password/)).toBeTruthy()
  vi.useRealTimers()
})

const shownTabs = () => screen.getAllByRole('tab').map(({ textContent }) => textContent)
const further = ['Password', 'Security', 'Sessions', 'Sign-in history', 'Notices']

it('offers base info to those who may see it', () => {
  show(<PersonalCenter />, { tab: 'password' })
  expect(shownTabs()).toEqual(['Base info', ...further])
})

it('offers everything else to everybody', () => {
  signInAs([])
  show(<PersonalCenter />)
  expect(shownTabs()).toEqual(further)
})

it('shows only the authenticator while one must be bound', () => {
  const factor = { bound: false, boundAt: null, required: true, recoveryCodesLeft: 0 }
  server.reply(secondFactor.state, () => factor)
  useSession.setState({ flags: { firstLogin: 0, initEmail: 0, pwdCheck: 0, bindFactor: 1 } })
  show(<PersonalCenter />)
  expect(shownTabs()).toEqual(['Security'])
})

it('opens the password where it needs to be renewed', async () => {
  show(<PersonalCenter />, { pwdCheck: '1' })
  const tab = screen.getByRole('tab', { name: 'Password' })
  expect(tab.getAttribute('aria-selected')).toBe('true')
})

it('ticks off the rule as one types', async () => {
  show(<PersonalCenter />, { tab: 'password' })
  const rules = await screen.findByRole('list', { name: 'A new password must have' })
  const kept = () => Array.from(rules.querySelectorAll('[data-kept]'), (li) => li.textContent)
  expect(kept()).toEqual([])
  await userEvent.type(screen.getByLabelText(/^New password \*|^New password$/), 'long enough one')
  expect(kept()).toHaveLength(2)
})

it('sends nothing while the two new passwords differ', async () => {
  firstSignIn()
  show(<PersonalCenter />)
  await change('one-time', 'long enough one', 'another')
  expect(screen.getByText('The two passwords differ')).toBeTruthy()
  expect(server.of(session.changePassword)).toEqual([])
})

it('shows beside the field what the server refuses', async () => {
  firstSignIn()
  const fields = [{ field: 'newPassword', message: 'Too simple' }]
  server.refuse(session.changePassword, refuse(codes.badRequest, 'Not accepted', { fields }))
  show(<PersonalCenter />)
  await change('one-time', 'simple')
  expect(await screen.findByText('Too simple')).toBeTruthy()
  expect(useSession.getState().flags.firstLogin).toBe(1)
})

const openTab = (name: RegExp) => userEvent.click(screen.getByRole('tab', { name }))

it('keeps what was typed while other tabs are looked at, and the page stays marked', async () => {
  server.reply(profile.read, () => layla)
  server.reply(languages.list, () => [])
  server.reply(userNotices.get, () => noticePreferences().parse({}))
  const page = show(<PersonalCenter />)
  await userEvent.type(await screen.findByLabelText(/^Nick name/), ' H')
  await openTab(/^Notices/)
  await userEvent.click(await screen.findByLabelText('Quiet hours'))
  await openTab(/^Password/)
  await userEvent.type(await screen.findByLabelText(/^Current password/), 'secret')
  await openTab(/^Base info/)
  expect(await screen.findByLabelText(/^Nick name/)).toHaveProperty('value', 'Layla H')
  await userEvent.type(screen.getByLabelText(/^Nick name/), '{Backspace}{Backspace}')
  expect(shownTabs().filter((name) => name.includes('unsaved'))).toHaveLength(2)
  expect(page.isDirty).toBe(true)
  await openTab(/^Notices/)
  expect(await screen.findByLabelText('Quiet hours')).toHaveProperty('checked', true)
  await openTab(/^Password/)
  expect(await screen.findByLabelText(/^Current password/)).toHaveProperty('value', 'secret')
})
