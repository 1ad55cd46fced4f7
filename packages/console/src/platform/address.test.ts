import { expect, it } from 'vitest'
import {
  addressText,
  currentAddress,
  matchPath,
  navigate,
  readAddress,
  redirect,
} from './address.ts'

it('reads and writes the part of the address behind #', () => {
  expect(readAddress('')).toEqual({ path: '/', query: {} })
  expect(readAddress('#/device/list?sn=A%201&x=?')).toEqual({
    path: '/device/list',
    query: { sn: 'A 1', x: '?' },
  })
  expect(addressText({ path: '/a', query: { sn: 'A 1', empty: '' } })).toBe('/a?sn=A+1')
})

it('keeps the same object until the address changes', () => {
  redirect('/a?b=1')
  expect(currentAddress()).toBe(currentAddress())
  navigate('/c')
  expect(currentAddress()).toEqual({ path: '/c', query: {} })
})

it('fits a path to a pattern', () => {
  expect(matchPath('/device/detail/:id', '/device/detail/7')).toEqual({ id: '7' })
  expect(matchPath('/device/detail/:id', '/device/detail/7/more')).toBeNull()
  expect(matchPath('/device/detail/:id', '/device/list/7')).toBeNull()
  expect(matchPath('/a/:id', '/a/%E0%A4%A')).toBeNull()
})
