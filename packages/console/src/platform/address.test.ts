import { expect, it, vi } from 'vitest'
import {
  addressText,
  currentAddress,
  followAddress,
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

/** Clicks a link; answers whether the browser was left to follow it. */
function click(link: Readonly<Record<string, string>>, how: MouseEventInit = {}): boolean {
  const element = Object.assign(document.createElement('a'), link)
  document.body.append(element)
  const isLeft = element.dispatchEvent(
    new MouseEvent('click', { bubbles: true, cancelable: true, ...how }),
  )
  element.remove()
  return isLeft
}

it('follows a link within the console in the turn of its click, and tells of it once', async () => {
  navigate('/a')
  const changed = vi.fn<() => void>()
  const stop = followAddress(changed)
  expect(click({ href: '#/b?c=1' })).toBe(false)
  expect(changed).toHaveBeenCalledOnce()
  expect(currentAddress()).toEqual({ path: '/b', query: { c: '1' } })
  await new Promise((resolve) => addEventListener('hashchange', resolve, { once: true }))
  expect(changed).toHaveBeenCalledOnce()
  stop()
})

it('leaves to the browser what leads elsewhere or to another window', () => {
  navigate('/a')
  // What the browser would do with it is nothing that jsdom knows.
  addEventListener('click', (event) => event.preventDefault(), { capture: true, once: true })
  click({ href: '#/b' })
  expect(currentAddress().path).toBe('/a')
  const changed = vi.fn<() => void>()
  const stop = followAddress(changed)
  for (const [link, how] of [
    [{ href: '#content' }, {}],
    [{ href: '#/b', target: '_blank' }, {}],
    [{ href: '#/b' }, { ctrlKey: true }],
    [{ href: '#/b' }, { metaKey: true }],
    [{ href: '#/b' }, { shiftKey: true }],
    [{ href: '#/b' }, { button: 1 }],
  ] as const)
    expect(click(link, how)).toBe(true)
  expect(changed).not.toHaveBeenCalled()
  stop()
})
