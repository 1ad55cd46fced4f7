import { languages } from '@muster/contract'
import { expect, it, vi } from 'vitest'
import { memoryDatabase } from '../../../test/memoryDatabase.ts'
import { call } from '../../kit/call.ts'
import { useSession } from '../../kit/session.ts'
import { currentAddress, navigate } from '../../platform/address.ts'
import { followGuard, guardStep, openPaths } from './guard.ts'

const out = { signedIn: false, loaded: false, query: {} }
const inside = { signedIn: true, loaded: true, query: {} }

it.each(openPaths)('shows %s without a session', (path) => {
  expect(guardStep({ ...out, path })).toEqual({ do: 'show' })
})

it('leads to sign-in and remembers the way', () => {
  expect(guardStep({ ...out, path: '/' })).toEqual({ do: 'redirect', to: '/login' })
  expect(guardStep({ ...out, path: '/device/list', query: { sn: 'A 1' } })).toEqual({
    do: 'redirect',
    to: '/login?redirect=%2Fdevice%2Flist%3Fsn%3DA%2B1',
  })
})

it('leads away from sign-in when signed in, but never out of the console', () => {
  const at = (redirect: string) => guardStep({ ...inside, path: '/login', query: { redirect } })
  expect(guardStep({ ...inside, path: '/login' })).toEqual({ do: 'redirect', to: '/' })
  expect(at('/device/list?sn=1')).toEqual({ do: 'redirect', to: '/device/list?sn=1' })
  expect(at('https://elsewhere.example')).toEqual({ do: 'redirect', to: '/' })
  expect(at('//elsewhere.example')).toEqual({ do: 'redirect', to: '/' })
  expect(at('/login')).toEqual({ do: 'redirect', to: '/' })
})

it('loads the user before it shows a page', () => {
  expect(guardStep({ ...inside, loaded: false, path: '/device/list' })).toEqual({ do: 'load' })
  expect(guardStep({ ...inside, path: '/device/list' })).toEqual({ do: 'show' })
})

it('knows the fixed routes as the product spec spells them', () => {
  const fixed = ['/login', '/register', '/callback', '/unauth/unlockSrceen', '/403', '/404']
  expect([...openPaths].sort()).toEqual(fixed.sort())
})

it('resets everything and leads to sign-in when the server answers code 10000', async () => {
  memoryDatabase()
  localStorage.setItem('token', 'token')
  navigate('/device/list')
  useSession.setState({ token: 'token', leaving: true })
  followGuard()
  vi.stubGlobal('fetch', async () => Response.json({ code: 10_000, msg: 'Sign in again' }))
  await expect(call(languages.list, {})).rejects.toMatchObject({ code: 10_000 })
  expect(useSession.getState()).toMatchObject({ token: null, user: null, menu: [] })
  expect(localStorage.getItem('token')).toBeNull()
  expect(currentAddress()).toEqual({ path: '/login', query: { redirect: '/device/list' } })
  vi.unstubAllGlobals()
})
