import { codes, makeKeyPair, publicKey, session, visit } from '@muster/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { memoryDatabase } from '../../../../test/memoryDatabase.ts'
import { openSite } from '../../../../test/site.ts'
import { currentAddress, navigate } from '../../../platform/address.ts'
import { useNotices } from '../../../kit/notify.ts'
import { oneTimePassword } from '../../../kit/oneTimePassword.ts'
import { forgetSession, useSession } from '../../../kit/session.ts'
import { takeTexts } from '../../../platform/texts.ts'
import { readRecord } from '../../../platform/keyStore.ts'
import { forgetRecord } from '../../../platform/proof.ts'
import { enterAsVisitor, signIn, signOut } from './session.ts'

const flags = { firstLogin: 1, initEmail: 0, pwdCheck: 0, bindFactor: 0 } as const

let server: ReturnType<typeof answerCalls>

beforeEach(async () => {
  memoryDatabase()
  forgetRecord()
  takeTexts({ 'shell.login.noToken': 'No token' })
  openSite()
  server = answerCalls()
  const pair = await makeKeyPair()
  const jwk = publicKey().parse(await crypto.subtle.exportKey('jwk', pair.publicKey))
  server.reply(session.login, () => ({
    accessToken: 'token-1',
    ...flags,
    clientId: 'client-1',
    publicKey: jwk,
    serverTime: Date.now() + 60_000,
  }))
})

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  forgetSession()
  useNotices.setState({ list: [] })
})

it('keeps the token, and beside it a key that cannot be taken out', async () => {
  await signIn({ userName: 'admin', password: 'secret' })
  expect(localStorage.getItem('token')).toBe('token-1')
  expect(useSession.getState().token).toBe('token-1')
  const record = await readRecord()
  expect(record).toMatchObject({ clientId: 'client-1', userName: 'admin', firstLogin: 1 })
  expect(record?.key?.extractable).toBe(false)
  expect(record?.clockOffset).toBeGreaterThan(59_000)
})

it('keeps a password that must be changed at once, and no other, until the user leaves', async () => {
  await signIn({ userName: 'admin', password: 'one-time' })
  expect(oneTimePassword()).toBe('one-time')
  server.reply(session.logout, () => null)
  await signOut()
  expect(oneTimePassword()).toBeNull()
})

it('begins with a clean page: the tabs of the last sign-in are gone', async () => {
  sessionStorage.setItem('tabs:admin', '[]')
  await signIn({ userName: 'admin', password: 'secret' })
  expect(sessionStorage).toHaveLength(0)
})

it('enters a closed demonstration without a password, and leaves it for the sign-in', async () => {
  const { reply } = server
  const pair = await makeKeyPair()
  const jwk = publicKey().parse(await crypto.subtle.exportKey('jwk', pair.publicKey))
  const opened = { accessToken: 'visit', ...flags, clientId: 'client-2', serverTime: Date.now() }
  reply(visit.open, () => ({ ...opened, publicKey: jwk }))
  reply(session.logout, () => null)
  await enterAsVisitor()
  expect(localStorage.getItem('token')).toBe('visit')
  useSession.setState({ user: { isVirtual: true } as never })
  await signOut()
  expect(currentAddress()).toEqual({ path: '/login', query: { signIn: '1' } })
})

it('fails with a message where the answer has no token', async () => {
  server.refuse(session.login, {
    code: codes.success,
    msg: '',
    data: { accessToken: '', clientId: '', publicKey: null, serverTime: 0 },
  })
  await expect(signIn({ userName: 'admin', password: 'secret' })).rejects.toThrow('No token')
  expect(useNotices.getState().list.map(({ text }) => text)).toEqual(['No token'])
  expect(localStorage.getItem('token')).toBeNull()
})

it('says nothing twice: the form shows what the server refuses', async () => {
  server.refuse(session.login, refuse(codes.badCredentials, 'Wrong'))
  await expect(signIn({ userName: 'admin', password: 'wrong' })).rejects.toThrow('Wrong')
  expect(useNotices.getState().list).toEqual([])
})

it.each([
  { name: 'agrees', answer: refuse(codes.success, '') },
  { name: 'fails', answer: refuse(codes.failure, 'Broken') },
  { name: 'knows the session no more', answer: refuse(codes.signInAgain, 'Again') },
])('forgets everything at sign-out when the server $name', async ({ answer }) => {
  await signIn({ userName: 'admin', password: 'secret' })
  sessionStorage.setItem('tabs:admin', '[]')
  navigate('/device/list')
  server.refuse(session.logout, answer)
  await signOut()
  expect(localStorage.getItem('token')).toBeNull()
  expect(sessionStorage).toHaveLength(0)
  expect(await readRecord()).toBeUndefined()
  expect(useSession.getState()).toMatchObject({ token: null, user: null, lapsed: false })
  expect(currentAddress()).toEqual({ path: '/login', query: {} })
  expect(useNotices.getState().list).toEqual([])
})
