import { expect, it } from 'vitest'
import { menuItem } from '../../../test/menuItem.ts'
import { isExternal, linkOf } from './paths.ts'

it.each([
  ['http://site.example', true],
  ['https://site.example/a', true],
  ['mailto:help@site.example', true],
  ['tel:+9641234', true],
  ['/device/list', false],
  ['httpserver', false],
])('%s leads out of the console: %s', (path, out) => expect(isExternal(path)).toBe(out))

it('opens a new window for _blank, inside and outside of the console', () => {
  const blank = menuItem('/a', { target: '_blank' })
  const rel = 'noopener noreferrer'
  expect(linkOf(blank, '/a')).toEqual({ href: '#/a', target: '_blank', rel })
  expect(linkOf(blank, 'https://a.example')).toEqual({
    href: 'https://a.example',
    target: '_blank',
    rel,
  })
  expect(linkOf(menuItem('/a'), '/a')).toEqual({ href: '#/a' })
})
