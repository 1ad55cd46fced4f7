import {
  challenges,
  codes,
  makeKeyPair,
  publicKey,
  provesWork,
  recovery,
  session,
} from '@muster/contract'
import { shippedTexts } from '@muster/contract/texts'
import { cleanup, render, screen, waitFor } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { memoryDatabase } from '../../../../test/memoryDatabase.ts'
import { openSite } from '../../../../test/site.ts'
import { forgetSession, useSession } from '../../../kit/session.ts'
import { forgetRecord } from '../../../platform/proof.ts'
import { takeTexts } from '../../../platform/texts.ts'
import { SignInForm } from './SignInForm.tsx'

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  memoryDatabase()
  forgetRecord()
  takeTexts(shippedTexts['en'] ?? {})
  openSite()
  server = answerCalls()
})

afterEach(() => {
  cleanup()
  vi.unstubAllGlobals()
  localStorage.clear()
  forgetSession()
})

async function opensTheDoor(): Promise<void> {
  const pair = await makeKeyPair()
  const jwk = publicKey().parse(await crypto.subtle.exportKey('jwk', pair.publicKey))
  const flags = { firstLogin: 0, initEmail: 0, pwdCheck: 0, bindFactor: 0 } as const
  const clock = { clientId: 'client', serverTime: Date.now() }
  server.reply(session.login, () => ({ accessToken: 'token', ...flags, ...clock, publicKey: jwk }))
}

const field = (name: string | RegExp) => screen.findByLabelText(name)
const press = (name: string) => userEvent.click(screen.getByRole('button', { name }))

async function fillIn(): Promise<void> {
  await userEvent.type(await field('User name'), 'layla')
  await userEvent.type(await field('Password'), 'secret')
}

it('says beside each empty field that it must be filled in, and sends nothing', async () => {
  render(<SignInForm />)
  await press('Sign in')
  expect(screen.getAllByText('Please fill in this field')).toHaveLength(2)
  expect(server.asked).toEqual([])
  await waitFor(() => expect(document.activeElement?.getAttribute('name')).toBe('userName'))
})

it('asks for the code of the authenticator where the account has one', async () => {
  server.refuse(session.login, refuse(codes.totpRequired, 'A code is needed'))
  render(<SignInForm />)
  await fillIn()
  await press('Sign in')
  const code = await field('Code of your authenticator')
  expect(screen.getByText('A code is needed')).toBeTruthy()
  await opensTheDoor()
  await userEvent.type(code, '١٢٣٤٥٦')
  await press('Sign in')
  await waitFor(() => expect(useSession.getState().token).toBe('token'))
  expect(server.of(session.login)[1]?.body).toMatchObject({ userName: 'layla', totp: '123456' })
})

it('takes a recovery code in place of the authenticator', async () => {
  server.refuse(session.login, refuse(codes.totpRequired, 'A code is needed'))
  render(<SignInForm />)
  await fillIn()
  await press('Sign in')
  await screen.findByLabelText('Code of your authenticator')
  await press('Use a recovery code')
  await userEvent.type(await field('Recovery code'), 'abcd-efgh')
  await press('Sign in')
  await waitFor(() => expect(server.of(session.login)).toHaveLength(2))
  expect(server.of(session.login)[1]?.body).toMatchObject({ totp: 'abcd-efgh' })
})

it('mails a code where the site asks for one, and counts down to the next', async () => {
  server.refuse(session.login, refuse(codes.codeRequired, 'A mailed code is needed'))
  server.reply(recovery.code, () => ({ codeId: 'code-1', minutes: 10, seconds: 60 }))
  render(<SignInForm />)
  await fillIn()
  await press('Sign in')
  const code = await field('Code from your mail')
  await press('Send a code')
  await screen.findByRole('button', { name: /Again in (60|59) s/ })
  expect(server.of(recovery.code)[0]?.query).toEqual({ userName: 'layla', verificationType: '1' })
  await opensTheDoor()
  await userEvent.type(code, '654321')
  await press('Sign in')
  await waitFor(() => expect(useSession.getState().token).toBe('token'))
  expect(server.of(session.login)[1]?.body).toMatchObject({ codeId: 'code-1', code: '654321' })
})

it('does not send a code that was never asked for', async () => {
  server.refuse(session.login, refuse(codes.codeRequired, 'A mailed code is needed'))
  render(<SignInForm />)
  await fillIn()
  await press('Sign in')
  await userEvent.type(await field('Code from your mail'), '654321')
  await press('Sign in')
  expect(screen.getByText('Send yourself a code first')).toBeTruthy()
  expect(server.of(session.login)).toHaveLength(1)
})

const work = { challenge: 'c', bits: 4 }
const captchas = () => {
  let count = 0
  server.reply(challenges.captcha, () => ({
    captchaId: `captcha-${++count}`,
    image: 'data:image/svg+xml;base64,AA==',
    work,
    seconds: 120,
  }))
}

it('shows a captcha where the site wants one, and another after each failure', async () => {
  openSite({ validCode: 1 })
  captchas()
  server.refuse(session.login, refuse(codes.captchaWrong, 'Not these characters'))
  render(<SignInForm />)
  await fillIn()
  await screen.findByRole('img')
  await userEvent.type(await field('Characters of the picture'), 'ABCDE')
  await press('Sign in')
  expect(await screen.findByText('Not these characters')).toBeTruthy()
  expect(server.of(session.login)[0]?.body).toMatchObject({
    captcha: 'ABCDE',
    captchaId: 'captcha-1',
  })
  await waitFor(() => expect(server.of(challenges.captcha)).toHaveLength(2))
})

it('lets this computer prove what a picture cannot ask of everybody', async () => {
  openSite({ validCode: 1 })
  captchas()
  await opensTheDoor()
  render(<SignInForm />)
  await fillIn()
  await userEvent.click(await screen.findByRole('button', { name: 'I cannot see the picture' }))
  await screen.findByText('This computer has proved that you are no machine.')
  await press('Sign in')
  await waitFor(() => expect(useSession.getState().token).toBe('token'))
  const body: unknown = server.of(session.login)[0]?.body
  const { captcha } = body as { captcha: string }
  expect(await provesWork(work, captcha.replace('work:', ''))).toBe(true)
})

it('shows the way to unlock an account that is locked', async () => {
  server.refuse(session.login, refuse(codes.accountLocked, 'Locked for 30 minutes'))
  render(<SignInForm />)
  await fillIn()
  await press('Sign in')
  expect(await screen.findByText('Locked for 30 minutes')).toBeTruthy()
  const link = screen.getByRole('link', { name: 'Unlock the account by a mailed code' })
  expect(link.getAttribute('href')).toBe('#/unauth/unlockSrceen')
})

it('shows that way also to who fails again and again, because a lock is not always spoken of', async () => {
  captchas()
  server.refuse(session.login, refuse(codes.badCredentials, 'Wrong'))
  render(<SignInForm />)
  await fillIn()
  await press('Sign in')
  await screen.findByText('Wrong')
  expect(screen.queryByRole('link', { name: 'Unlock the account by a mailed code' })).toBeNull()
  server.refuse(session.login, refuse(codes.captchaRequired, 'Captcha'))
  await press('Sign in')
  await userEvent.type(await screen.findByLabelText(/characters/i), 'abcde')
  server.refuse(session.login, refuse(codes.badCredentials, 'Wrong again'))
  await press('Sign in')
  await screen.findByText('Wrong again')
  expect(screen.getByRole('link', { name: 'Unlock the account by a mailed code' })).toBeTruthy()
})

it('seals the password where the site asks for it', async () => {
  openSite({ rsaLogin: true })
  const algorithm = { name: 'RSA-OAEP', hash: 'SHA-256' }
  const pair = await crypto.subtle.generateKey(
    { ...algorithm, modulusLength: 2048, publicExponent: new Uint8Array([1, 0, 1]) },
    true,
    ['encrypt', 'decrypt'],
  )
  const spki = Buffer.from(await crypto.subtle.exportKey('spki', pair.publicKey))
  server.reply(challenges.rsaKey, () => ({
    keyId: 'key-1',
    publicKey: spki.toString('base64'),
    nonce: 'once',
  }))
  await opensTheDoor()
  render(<SignInForm />)
  await fillIn()
  await press('Sign in')
  await waitFor(() => expect(useSession.getState().token).toBe('token'))
  const body: unknown = server.of(session.login)[0]?.body
  expect(body).not.toHaveProperty('password')
  const { rsa } = body as { rsa: { keyId: string; cipher: string } }
  const plain = await crypto.subtle.decrypt(
    algorithm,
    pair.privateKey,
    Buffer.from(rsa.cipher, 'base64'),
  )
  expect(JSON.parse(Buffer.from(plain).toString())).toEqual({ password: 'secret', nonce: 'once' })
})
