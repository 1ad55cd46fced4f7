import { defaultTheme, layouts, themeNames, themeSettings, userTheme } from '@muster/contract'
import { cleanup, render, screen, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { prepareBrowser } from '../../../../test/show.tsx'
import { Provider } from '../../../ui/Provider.tsx'
import { closeThemeDrawer, openThemeDrawer, useThemeDrawer } from './drawer.ts'
import { followTheme, previewTheme, resetTheme, themeInForce } from './settings.ts'
import { ThemePlace } from './ThemePlace.tsx'

let calls: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
  localStorage.clear()
  calls = answerCalls()
  calls.reply(userTheme.save, ({ body }) => themeSettings().parse(body))
  calls.reply(userTheme.reset, () => defaultTheme)
})
afterEach(async () => {
  cleanup()
  await resetTheme()
  closeThemeDrawer()
})

const draw = () =>
  render(
    <Provider direction="ltr">
      <ThemePlace />
    </Provider>,
  )

async function openDrawer() {
  draw()
  openThemeDrawer()
  await screen.findByRole('dialog', { name: 'Theme' })
  return userEvent.setup()
}

const kept = (): unknown => JSON.parse(localStorage.getItem('theme') ?? 'null')

it('offers every layout and every theme, and shows a choice at once', async () => {
  followTheme()
  const user = await openDrawer()
  expect(screen.getAllByRole('radio', { name: /menu|Ocean/ })).toHaveLength(themeNames.length)
  const tiles = within(screen.getByRole('group', { name: 'Layout' })).getAllByRole('radio')
  const seen: string[] = []
  for (const tile of tiles.toReversed()) {
    await user.click(tile)
    seen.push(themeInForce().layout)
  }
  expect(seen.toReversed()).toEqual(layouts)
  await user.click(screen.getByRole('radio', { name: 'Red, dark menu' }))
  expect(document.documentElement.dataset['theme']).toBe('red-black')
  await user.click(screen.getByRole('radio', { name: 'Dark' }))
  expect(document.documentElement.dataset['mantineColorScheme']).toBe('dark')
  await user.click(screen.getByRole('radio', { name: 'Decorated' }))
  expect(document.documentElement.dataset['menuBackground']).toBe('decorated')
  expect(kept()).toBeNull()
})

it('turns each tool and each part of the frame on and off', async () => {
  const user = await openDrawer()
  const switches = screen.getAllByRole('switch')
  expect(switches).toHaveLength(10)
  for (const one of switches) await user.click(one)
  const off = Object.entries(themeInForce()).filter(([, value]) => value === false)
  expect(off.map(([name]) => name).toSorted()).toEqual(
    [
      'collapse',
      'fixedHeader',
      'showFullScreen',
      'showLanguage',
      'showNotice',
      'showPageTransition',
      'showProgressBar',
      'showRefresh',
      'showSearch',
      'showTabs',
      'showTabsIcon',
    ].toSorted(),
  )
})

it('saves on the server and in this browser', async () => {
  const user = await openDrawer()
  await user.click(screen.getByRole('radio', { name: 'Ocean' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(useThemeDrawer.getState().isOpen).toBe(false))
  expect(calls.of(userTheme.save)[0]?.body).toEqual({ ...defaultTheme, themeName: 'ocean' })
  expect(kept()).toEqual({ ...defaultTheme, themeName: 'ocean' })
  expect(themeInForce().themeName).toBe('ocean')
})

it('returns to the saved theme when it is closed without saving', async () => {
  const user = await openDrawer()
  await user.click(screen.getByRole('button', { name: 'Random theme' }))
  expect(themeInForce().themeName).not.toBe('blue-white')
  const [, cross] = screen.getAllByRole('button', { name: 'Close' })
  if (cross) await user.click(cross)
  expect(themeInForce()).toEqual(defaultTheme)
  expect(calls.asked).toEqual([])
})

it('goes back to the default, and forgets what was saved', async () => {
  const user = await openDrawer()
  await user.click(screen.getByRole('radio', { name: 'Ocean' }))
  await user.click(screen.getByRole('button', { name: 'Default' }))
  await vi.waitFor(() => expect(useThemeDrawer.getState().isOpen).toBe(false))
  expect(calls.of(userTheme.reset)).toHaveLength(1)
  expect(themeInForce()).toEqual(defaultTheme)
  expect(kept()).toEqual(defaultTheme)
})

it('stays open with what was chosen when the server refuses', async () => {
  calls.refuse(userTheme.save, { code: 50000, msg: 'no', data: null })
  const user = await openDrawer()
  await user.click(screen.getByRole('radio', { name: 'Ocean' }))
  await user.click(screen.getByRole('button', { name: 'Save' }))
  await vi.waitFor(() => expect(calls.of(userTheme.save)).toHaveLength(1))
  expect(useThemeDrawer.getState().isOpen).toBe(true)
  expect(themeInForce().themeName).toBe('ocean')
})

it('opens from the handle at the edge, where the settings show it', async () => {
  draw()
  const user = userEvent.setup()
  await user.click(screen.getByRole('button', { name: 'Theme settings' }))
  expect(useThemeDrawer.getState().isOpen).toBe(true)
  closeThemeDrawer()
  previewTheme({ showThemeSetting: false })
  await vi.waitFor(() =>
    expect(screen.queryByRole('button', { name: 'Theme settings' })).toBeNull(),
  )
})
