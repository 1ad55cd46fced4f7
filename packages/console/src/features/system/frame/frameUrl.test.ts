import { expect, it } from 'vitest'
import { menuItem } from '../../../../test/menuItem.ts'
import { frameUrlOf, sandboxOf } from './frameUrl.ts'

const embedded = (frontName: string, iframeUrl: string | null) =>
  menuItem(`/${frontName}`, { frontName, iframeUrl })

const tree = [
  menuItem('/tools', {
    subSystemUserMenuVOS: [
      embedded('Board', 'https://board.example/day'),
      embedded('Script', 'javascript:alert(1)'),
    ],
  }),
  embedded('Empty', null),
]

it.each([
  ['Board', 'https://board.example/day'],
  ['Script', null],
  ['Empty', null],
  ['Nobody', null],
])('%s has the address %s', (name, url) => expect(frameUrlOf(tree, name)).toBe(url))

it('keeps a page of our own origin from the console around it', () => {
  expect(sandboxOf('https://tms.example/a', 'https://tms.example')).not.toContain('same-origin')
  expect(sandboxOf('https://board.example', 'https://tms.example')).toContain('allow-same-origin')
})
