import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { menuItem } from '../../../test/menuItem.ts'
import { afterEach, beforeAll, beforeEach, expect, it, vi } from 'vitest'
import { prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { forgetSession, type User, useSession } from '../../kit/session.ts'
import { loadMenus } from '../../ui/menu/Menu.tsx'
import { AvatarMenu } from './AvatarMenu.tsx'

const ucenter = menuItem('/ucenter', {
  frontName: 'Ucenter',
  frontComponent: 'PERSONAL_CENTER',
  menuName: 'menu.Ucenter',
  isShow: 0,
})

// jsdom has no layout: it takes the button for scrolled away, and what hangs on it with it.
const inMenu = (name: string) => ({ name, hidden: true })

beforeAll(loadMenus)

beforeEach(() => {
  prepareBrowser()
  signInAs([])
  useSession.setState({ menu: [ucenter] })
})

afterEach(() => {
  cleanup()
  forgetSession()
  vi.unstubAllGlobals()
})

function isCalled(change: Partial<User>): void {
  const { user } = useSession.getState()
  if (user) useSession.setState({ user: { ...user, ...change } })
}

it('leads to the personal center and out', async () => {
  isCalled({ nickName: 'Leila', avatar: '/media/leila.png' })
  show(<AvatarMenu />)
  const button = screen.getByRole('button', { name: 'Leila' })
  expect(button.querySelector('img')?.getAttribute('src')).toBe('/media/leila.png')
  await userEvent.click(button)
  const center = await screen.findByRole('menuitem', inMenu('Personal center'))
  expect(center.getAttribute('href')).toBe('#/ucenter')
  expect(screen.getByRole('menuitem', inMenu('Logout'))).toBeTruthy()
})

it('shows a stock picture and says so where nobody signed in', async () => {
  isCalled({ isVirtual: true, avatar: '/media/nobody.png' })
  show(<AvatarMenu />)
  const button = screen.getByRole('button', { name: 'Sign-in is not enabled here' })
  expect(button.querySelector('img')?.getAttribute('src')).toBe('./visitor.svg')
  await userEvent.click(button)
  expect(await screen.findByRole('menuitem', inMenu('Sign in'))).toBeTruthy()
})
