import { codes, session, userTheme, defaultTheme } from '@muster/contract'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { menuItem } from '../../../test/menuItem.ts'
import { answerCalls, refuse } from '../../../test/answers.ts'
import { memoryDatabase } from '../../../test/memoryDatabase.ts'
import { type User, useSession, forgetSession } from '../../kit/session.ts'
import { currentAddress, navigate } from '../../platform/address.ts'
import { keepRecord, readRecord } from '../../platform/keyStore.ts'
import { forgetRecord } from '../../platform/proof.ts'
import { loadUser } from './loadUser.ts'
import { plainSite } from '../../../test/site.ts'

const user: User = {
  id: '1',
  userName: 'layla',
  realName: '',
  nickName: '',
  avatar: null,
  language: null,
  timeZone: null,
  dateFormat: 'locale',
  systemRoleId: 'operator',
  roleIds: ['operator', 'auditor'],
  isSuperAdmin: 0,
  website: 'https://bank.example',
  site: plainSite,
  isVirtual: false,
  impersonation: null,
  btns: ['DEVICE_LIST'],
  permissions: [],
}
const page = menuItem('/ucenter', {
  frontName: 'Ucenter',
  frontComponent: 'PERSONAL_CENTER',
  menuName: 'menu.Ucenter',
  isShow: 1,
})
const flags = { firstLogin: 0, initEmail: 1, pwdCheck: 0, bindFactor: 0 } as const

let server: ReturnType<typeof answerCalls>

beforeEach(async () => {
  memoryDatabase()
  forgetRecord()
  await keepRecord({ clientId: 'c', key: null, userName: 'layla', clockOffset: 0, ...flags })
  server = answerCalls()
  server.reply(userTheme.get, () => defaultTheme)
  server.reply(session.info, () => user)
  server.reply(session.menu, () => [page])
  localStorage.setItem('token', 'token')
  useSession.setState({ token: 'token' })
  navigate('/device/list')
})

afterEach(() => {
  vi.unstubAllGlobals()
  localStorage.clear()
  forgetSession()
})

it('loads the user, his menu and what sign-in left to do', async () => {
  await loadUser()
  expect(useSession.getState()).toMatchObject({ user, menu: [page], flags })
  expect(localStorage.getItem('website')).toBe('https://bank.example')
  expect(currentAddress().path).toBe('/device/list')
})

it('leads to 403 where nothing is permitted', async () => {
  server.reply(session.menu, () => [])
  await loadUser()
  expect(currentAddress().path).toBe('/403')
})

it('resets everything when user or menu cannot be loaded', async () => {
  server.refuse(session.menu, refuse(codes.failure, 'Broken'))
  await loadUser()
  expect(useSession.getState()).toMatchObject({ token: null, user: null, menu: [] })
  expect(localStorage.getItem('token')).toBeNull()
  expect(await readRecord()).toBeUndefined()
})
