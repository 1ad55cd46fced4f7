import { cleanup, render, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { session } from '@muster/contract'
import { answerCalls } from '../../../test/answers.ts'
import { menuItem } from '../../../test/menuItem.ts'
import { prepareBrowser, signInAs } from '../../../test/show.tsx'
import { useSession } from '../../kit/session.ts'
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

beforeEach(() => {
  const server = answerCalls()
  server.reply(session.missing, ({ query }) => ({
    permission: query['path'] === '/ungranted' ? 'OTHERS_LIST' : null,
  }))
})

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
  ['/ungranted', '#/403?permission=OTHERS_LIST'],
  ['/nowhere', '#/404'],
  ['/later', '#/404'],
  ['/open', '#/open'],
])('%s leads to %s', async (path, hash) => {
  enter(path)
  await waitFor(() => expect(location.hash).toBe(hash))
})

it.each([
  ['nothing', []],
  ['the personal center only', [menuItem('/ucenter', { frontName: 'Ucenter', isShow: 1 })]],
])('leads who has %s to 403', async (_, menu) => {
  location.hash = '/'
  signInAs([])
  useSession.setState({ menu })
  render(<Menu />)
  await waitFor(() => expect(location.hash).toBe('#/403'))
})
