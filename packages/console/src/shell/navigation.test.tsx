import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { menuItem } from '../../test/menuItem.ts'
import { prepareBrowser, signInAs } from '../../test/show.tsx'
import { useSession } from '../kit/session.ts'
import { useMenu, useNavigation } from './navigation.ts'

const menu = [
  menuItem('/open'),
  menuItem('/closed', { guard: ['SECRET_LIST'] }),
  menuItem('/later', { frontComponent: 'NO_SUCH_SCREEN' }),
  menuItem('/board', { menuType: 4, frontComponent: '' }),
]

function Menu() {
  const menu = useMenu()
  useNavigation()
  return menu.map(({ frontPath }) => <p key={frontPath}>{frontPath}</p>)
}

const granted = () => screen.getAllByText(/^\//).map(({ textContent }) => textContent)

beforeEach(prepareBrowser)
afterEach(cleanup)

function enter(path: string, codes: readonly string[] = []): void {
  location.hash = path
  signInAs(codes)
  useSession.setState({ menu })
  render(<Menu />)
}

it('takes routes with a guard that the user lacks, and screens that are not there, out of the menu', () => {
  enter('/open')
  expect(granted()).toEqual(['/open', '/board'])
  cleanup()
  enter('/open', ['SECRET_LIST'])
  expect(granted()).toEqual(['/open', '/closed', '/board'])
})

it.each([
  ['/closed', '#/403?permission=SECRET_LIST'],
  ['/nowhere', '#/404'],
  ['/later', '#/404'],
  ['/open', '#/open'],
])('%s leads to %s', async (path, hash) => {
  enter(path)
  await waitFor(() => expect(location.hash).toBe(hash))
})
