import { codes, languages, type Profile, profile, session, site } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { memoryDatabase } from '../../../../test/memoryDatabase.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { forgetSession, useSession } from '../../../kit/session.ts'
import { useDirtyCards } from '../../../kit/setting/useDirtyCards.ts'
import { BaseTab } from './BaseTab.tsx'

const mine: Profile = {
  userName: 'layla',
  nickName: 'Layla',
  realName: 'Layla Hassan',
  phone: '',
  avatar: null,
  email: 'layla@example.com',
  language: 'en',
  timeZone: null,
  dateFormat: 'locale',
  organization: 'Baghdad',
  roles: ['Operator'],
}

function Tab() {
  const cards = useDirtyCards()
  return <BaseTab card="base" onDirty={cards.tell} />
}

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  memoryDatabase()
  server = answerCalls()
  server.reply(profile.read, () => mine)
  server.reply(languages.list, () => [
    { id: '1', code: 'en', name: 'English', nativeName: 'English', direction: 'ltr' as const },
  ])
  signInAs(['PERSONAL_BASE_INFO'])
})

afterEach(() => {
  cleanup()
  forgetSession()
  vi.unstubAllGlobals()
})

it('saves what a user says of himself, and the frame shows it at once', async () => {
  server.reply(profile.update, () => ({ ...mine, nickName: 'Leila' }))
  server.reply(session.info, () => ({ ...signedIn(), nickName: 'Leila' }))
  const page = show(<Tab />)
  const name = await screen.findByLabelText(/^Nick name/)
  await userEvent.clear(name)
  await userEvent.type(name, 'Leila')
  expect(page.isDirty).toBe(true)
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(useSession.getState().user?.nickName).toBe('Leila'))
  expect(server.of(profile.update)[0]?.body).toMatchObject({
    nickName: 'Leila',
    timeZone: null,
    dateFormat: 'locale',
  })
  expect(page.isDirty).toBe(false)
})

it('sends nothing while the nick name is empty', async () => {
  show(<Tab />)
  await userEvent.clear(await screen.findByLabelText(/^Nick name/))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(screen.getByText('Please fill this in')).toBeTruthy()
  expect(server.of(profile.update)).toEqual([])
})

it('shows beside the field what the server refuses', async () => {
  const fields = [{ field: 'phone', message: 'Not a phone' }]
  server.refuse(profile.update, refuse(codes.badRequest, 'Not accepted', { fields }))
  show(<Tab />)
  await userEvent.type(await screen.findByLabelText(/^Phone/), '123')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  expect(await screen.findByText('Not a phone')).toBeTruthy()
})

it('opens the mail address at once where sign-in asked for one, and takes it by a mailed code', async () => {
  server.reply(site.init, () => ({ validationEmail: true }) as never)
  server.reply(profile.emailCode, () => ({ codeId: 'code-1', minutes: 10, seconds: 60 }))
  server.reply(profile.changeEmail, () => ({ ...mine, email: 'new@example.com' }))
  show(<Tab />, { initEmail: '1' })
  await userEvent.type(await screen.findByLabelText(/^New e-mail address/), 'new@example.com')
  await userEvent.click(await screen.findByRole('button', { name: 'Send a code' }))
  await screen.findByRole('button', { name: /Again in/ })
  await userEvent.type(screen.getByLabelText(/^Code from your mail/), '٦٥٤٣٢١')
  await userEvent.type(screen.getByLabelText(/^Current password/), 'secret')
  const form = screen.getByLabelText(/^New e-mail address/).closest('form')
  await userEvent.click(within(form ?? document.body).getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.of(profile.changeEmail)).toHaveLength(1))
  expect(server.of(profile.changeEmail)[0]?.body).toEqual({
    email: 'new@example.com',
    codeId: 'code-1',
    code: '654321',
    password: 'secret',
  })
  await waitFor(() => expect(useSession.getState().flags.initEmail).toBe(0))
})

function signedIn() {
  const { user } = useSession.getState()
  if (!user) throw new Error('Nobody is signed in')
  return user
}
