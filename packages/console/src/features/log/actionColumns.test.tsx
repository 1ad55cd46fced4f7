import type { Action } from '@muster/contract'
import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { menuItem } from '../../../test/menuItem.ts'
import { prepareBrowser } from '../../../test/show.tsx'
import { useSession } from '../../kit/session.ts'
import { actionColumns, whoActed } from './logColumns.tsx'

beforeEach(prepareBrowser)
afterEach(() => {
  cleanup()
  useSession.setState({ menu: [] })
})

const action: Action = {
  id: '1',
  at: '2026-11-20T14:58:41.000Z',
  userId: null,
  orgId: null,
  requestId: 'r',
  userName: 'layla',
  who: 'layla',
  impersonatorName: null,
  orgName: 'North',
  method: 'DELETE',
  path: '/admin/auth/v1/client/recycle/clear',
  permission: 'CLIENT_CLEAR',
  pageName: 'client.title',
  targetName: null,
  sentence: 'Emptied the recycle bin of API clients',
  targetIds: [],
  code: 200,
  ip: '192.0.2.1',
  durationMs: 4,
  clientKind: 'CONSOLE',
  userAgent: null,
  factorGiven: false,
}

it('says what was done in a sentence, and keeps method and path for the detail', () => {
  const shown = actionColumns.map(({ key }) => key)
  expect(shown).toContain('sentence')
  expect(shown).not.toContain('path')
  const inFiles = actionColumns.flatMap(({ key, file }) => file?.map((one) => one.key) ?? [key])
  expect(inFiles).toEqual(expect.arrayContaining(['sentence', 'path']))
})

it('says in the list and in files who did it, and in whose place', () => {
  const client = { ...action, userName: 'client:Till sync', who: 'API client Till sync' }
  expect(whoActed(client)).toBe('API client Till sync')
  expect(whoActed({ ...action, impersonatorName: 'omar' })).toMatch(/omar/)
  const inFiles = actionColumns.flatMap(({ file = [] }) => file.map((one) => one.key))
  expect(inFiles).toContain('who')
  expect(inFiles).not.toContain('userName')
})

const pages = [
  menuItem('/vendor', { menuName: 'menu.Vendor', frontComponent: 'VENDOR' }),
  menuItem('/device/list', { menuName: 'menu.DeviceList', frontComponent: 'DEVICE_LIST' }),
  menuItem('/device/detail/:id', { menuName: 'menu.DeviceDetail', frontComponent: 'DEVICE' }),
]
const changed = { method: 'PUT', targetName: 'Till & Co', targetIds: ['7'] }

it.each([
  ['a terminal to its page', { pageName: 'menu.DeviceList' }, '#/device/detail/7'],
  ['what was done in its page, too', { pageName: 'menu.DeviceDetail' }, '#/device/detail/7'],
  ['another record to its list', { pageName: 'menu.Vendor' }, '#/vendor?keyword=Till+%26+Co'],
  ['a record that is gone nowhere', { pageName: 'menu.Vendor', method: 'DELETE' }, null],
  ['one of many nowhere', { pageName: 'menu.Vendor', targetIds: ['7', '8'] }, null],
  ['a record without a page nowhere', { pageName: 'menu.Role' }, null],
])('leads from an entry: %s', (_, differs, href) => {
  useSession.setState({ menu: pages })
  const column = actionColumns.find(({ key }) => key === 'targetName')
  render(<p>{column?.render?.({ ...action, ...changed, ...differs })}</p>)
  expect(screen.queryByRole('link')?.getAttribute('href') ?? null).toBe(href)
  expect(screen.getByText('Till & Co')).toBeTruthy()
})

it.each([
  ['its name', { targetName: 'DEMO-1', targetIds: ['1'] }, 'DEMO-1'],
  ['its name in the language', { targetName: 'menu.Vendor', targetIds: ['1'] }, 'Vendors'],
  ['nothing where the log has no name for it', { targetIds: ['1'] }, '–'],
  ['how many they are', { targetIds: ['1', '2'] }, '2 records'],
])('an object is called by %s', (_, differs, text) => {
  const column = actionColumns.find(({ key }) => key === 'targetName')
  render(<p>{column?.render?.({ ...action, ...differs })}</p>)
  expect(screen.getByText(text)).toBeTruthy()
})

it.each([
  [200, 'Done'],
  [202, 'Started'],
  [403, 'Refused 403'],
])('the answer %i is called %s', (code, text) => {
  const column = actionColumns.find(({ key }) => key === 'code')
  render(<p>{column?.render?.({ ...action, code })}</p>)
  expect(screen.getByText(text)).toBeTruthy()
})
