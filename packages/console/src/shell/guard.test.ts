import { expect, it } from 'vitest'
import { guardStep, openPaths } from './guard.ts'

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
