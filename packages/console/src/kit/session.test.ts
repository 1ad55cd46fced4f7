import { afterEach, expect, it } from 'vitest'
import { can, forgetSession, type User, useSession } from './session.ts'
import { plainSite } from '../../test/site.ts'

const user: User = {
  id: '1',
  userName: 'ops',
  realName: '',
  nickName: '',
  avatar: null,
  language: null,
  timeZone: null,
  dateFormat: 'locale',
  systemRoleId: 'operator',
  roleIds: ['operator', 'auditor'],
  isSuperAdmin: 0,
  website: null,
  site: plainSite,
  isVirtual: false,
  impersonation: null,
  btns: ['AREA_LIST', 'AREA_ADD', 'A', 'B'],
  permissions: [],
}

afterEach(forgetSession)

it('grants a code that the user holds, or one of several', () => {
  useSession.setState({ user })
  expect(can('AREA_ADD')).toBe(true)
  expect(can('AREA_EDIT')).toBe(false)
  expect(can(['AREA_EDIT', 'AREA_LIST'])).toBe(true)
  expect(can([])).toBe(false)
})

it("grants what is everybody's own to whoever is signed in", () => {
  expect(can('signedIn')).toBe(false)
  useSession.setState({ user: { ...user, btns: [] } })
  expect(can('signedIn')).toBe(true)
})

it('grants everything to the administrator and nothing to nobody', () => {
  expect(can('AREA_LIST')).toBe(false)
  useSession.setState({ user: { ...user, btns: [], isSuperAdmin: 1 } })
  expect(can('ANYTHING')).toBe(true)
  expect(can({ permission: ['ANYTHING'], mode: 'except' })).toBe(true)
})

it.each([
  { name: 'a list means any of', guard: ['X', 'B'], allows: true },
  {
    name: 'oneOf: any role or permission',
    guard: { role: ['x'], permission: ['A'], mode: 'oneOf' },
    allows: true,
  },
  {
    name: 'oneOf: a role that is not the first of the user',
    guard: { role: ['auditor'], mode: 'oneOf' },
    allows: true,
  },
  {
    name: 'except: a role that is not the first of the user',
    guard: { role: ['auditor'], mode: 'except' },
    allows: false,
  },
  {
    name: 'oneOf: none of them',
    guard: { role: ['x'], permission: ['X'], mode: 'oneOf' },
    allows: false,
  },
  {
    name: 'allOf: every one',
    guard: { role: ['operator'], permission: ['A', 'B'], mode: 'allOf' },
    allows: true,
  },
  {
    name: 'allOf: one is missing',
    guard: { role: ['operator'], permission: ['A', 'X'], mode: 'allOf' },
    allows: false,
  },
  {
    name: 'allOf: an absent part is satisfied',
    guard: { role: ['operator'], mode: 'allOf' },
    allows: true,
  },
  {
    name: 'except: none held',
    guard: { role: ['x'], permission: ['X'], mode: 'except' },
    allows: true,
  },
  { name: 'except: one held', guard: { permission: ['X', 'A'], mode: 'except' }, allows: false },
] as const)('$name', ({ guard, allows }) => {
  useSession.setState({ user })
  expect(can(guard)).toBe(allows)
})
