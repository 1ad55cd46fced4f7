import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { Provider } from '../Provider.tsx'

/** The menus of a page that has just been loaded. */
async function fresh() {
  vi.resetModules()
  const { Menu, loadMenus } = await import('./Menu.tsx')
  const chosen = vi.fn<() => void>()
  render(
    <Provider direction="ltr">
      <Menu>
        <Menu.Target>
          <button type="button">More</button>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Label>What to do</Menu.Label>
          <Menu.Item onClick={chosen}>Sign out</Menu.Item>
          <Menu.Divider />
          <Menu.Item component="a" href="#/ucenter">
            Personal center
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
    </Provider>,
  )
  return { loadMenus, chosen }
}

const more = () => screen.getByRole('button', { name: 'More' })

beforeEach(() => {
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe() {}
      unobserve() {}
      disconnect() {}
    },
  )
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
})
afterEach(cleanup)

it('opens with its code when it was asked for before', async () => {
  const { chosen } = await fresh()
  expect(more().getAttribute('aria-haspopup')).toBe('menu')
  more().click()
  await vi.waitFor(() => expect(more().getAttribute('aria-expanded')).toBe('true'), 8000)
  // jsdom has no layout: it takes the button for scrolled away, and what hangs on it with it.
  ;(await screen.findByRole('menuitem', { name: 'Sign out', hidden: true })).click()
  expect(chosen).toHaveBeenCalledOnce()
})

it('stays as it is when its code comes unasked, and opens at the next press', async () => {
  const { loadMenus } = await fresh()
  const button = more()
  button.focus()
  await loadMenus()
  expect(screen.queryByRole('menuitem')).toBeNull()
  expect(document.activeElement).toBe(button)
  button.click()
  await vi.waitFor(() => expect(more().getAttribute('aria-expanded')).toBe('true'))
  expect(document.activeElement).toBe(more())
})
