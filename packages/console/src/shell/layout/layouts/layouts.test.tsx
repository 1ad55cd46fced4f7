import { act, cleanup, screen, waitFor, within } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { prepareBrowser } from '../../../../test/show.tsx'
import { layoutMenu, showLayout } from '../../../../test/showLayout.tsx'
import { menuItem } from '../../../../test/menuItem.ts'
import { layoutFor } from '../layouts.ts'
import { ColumnLayout } from './ColumnLayout.tsx'
import { CommonLayout } from './CommonLayout.tsx'
import { ComprehensiveLayout } from './ComprehensiveLayout.tsx'
import { FloatLayout } from './FloatLayout.tsx'
import { HorizontalLayout } from './HorizontalLayout.tsx'
import { VerticalLayout } from './VerticalLayout.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const button = (name: string) => screen.getByRole('button', { name })
const sidebar = () => screen.getByRole('navigation', { name: 'Main menu' })
const groups = () => screen.getByRole('navigation', { name: 'Menu groups' })
const crumbs = () => screen.queryByRole('navigation', { name: 'You are here' })
// jsdom lays nothing out, and what is attached to nothing visible counts as hidden.
const poppedOut = (name: string) => screen.findByRole('menuitem', { name, hidden: true })
const popOut = (name: string) =>
  waitFor(() => {
    // By its label: what counts as hidden has no name.
    const menus = screen.queryAllByRole('menu', { hidden: true })
    const menu = menus.find(({ ariaLabel }) => ariaLabel === name)
    if (!menu) throw new Error(`no menu ${name}`)
    return menu
  })
const shown = (name: string) => screen.queryByRole('link', { name }) !== null

describe('the vertical layout', () => {
  it('has the whole tree with the page lit, the breadcrumb and the tabs', () => {
    showLayout(VerticalLayout)
    expect(screen.getByRole('link', { name: 'Terminals' }).getAttribute('aria-current')).toBe(
      'page',
    )
    expect(crumbs()?.textContent).toBe('EstateTerminals')
    expect(screen.getByRole('tablist')).toBeTruthy()
    expect(screen.getByText('Terminals of Ours')).toBeTruthy()
  })

  it('opens one group at a time', async () => {
    showLayout(VerticalLayout)
    expect(shown('Users')).toBe(false)
    await userEvent.click(button('Access'))
    expect(shown('Users')).toBe(true)
    expect(shown('Models')).toBe(false)
  })

  it('is walked by arrows: down, into a group, and back out of it', async () => {
    showLayout(VerticalLayout)
    button('Access').focus()
    await userEvent.keyboard('{ArrowRight}{ArrowDown}')
    expect(document.activeElement?.textContent).toBe('Users')
    await userEvent.keyboard('{ArrowLeft}')
    expect(document.activeElement).toBe(button('Access'))
    await userEvent.keyboard('{ArrowLeft}')
    expect(button('Access').ariaExpanded).toBe('false')
    await userEvent.keyboard('{Home}')
    expect(document.activeElement).toBe(button('Estate'))
  })

  it('folds to icons and keeps that', async () => {
    showLayout(VerticalLayout)
    await userEvent.click(button('Fold the menu'))
    expect(localStorage.getItem('collapse')).toBe('true')
    expect(screen.queryByText('Terminals of Ours')).toBeNull()
    await userEvent.click(button('Unfold the menu'))
    expect(localStorage.getItem('collapse')).toBe('false')
  })

  it('folded, pops a group out to the side and closes it by Escape', async () => {
    showLayout(VerticalLayout, { theme: { collapse: true } })
    button('Access').focus()
    await userEvent.keyboard('{ArrowRight}')
    const item = await poppedOut('Users')
    expect(item.getAttribute('href')).toBe('#/users')
    await userEvent.keyboard('{Escape}')
    expect(button('Access').ariaExpanded).toBe('false')
    expect(document.activeElement).toBe(button('Access'))
  })

  it('opens a new window for _blank', () => {
    showLayout(VerticalLayout)
    const link = screen.getByRole('link', { name: 'Help' })
    expect([link.getAttribute('href'), link.getAttribute('target')]).toEqual([
      'https://help.example',
      '_blank',
    ])
  })

  it('leaves out tabs and tools that the user does not want', () => {
    showLayout(VerticalLayout, {
      theme: { showTabs: false, showRefresh: false, showFullScreen: false, showLanguage: false },
    })
    expect(screen.queryByRole('tablist')).toBeNull()
    for (const name of ['Refresh', 'Full screen', 'Language'])
      expect(screen.queryByRole('button', { name })).toBeNull()
  })
})

describe('mobile mode', () => {
  beforeEach(() => {
    vi.stubGlobal('matchMedia', () => ({
      matches: true,
      addEventListener: () => undefined,
      removeEventListener: () => undefined,
    }))
    HTMLDialogElement.prototype.showModal = function showModal() {
      this.open = true
    }
  })

  it('shows the vertical layout and leaves the saved one as it was', () => {
    expect(layoutFor('horizontal', true)).toBe('vertical')
    expect(layoutFor('horizontal', false)).toBe('horizontal')
  })

  it('has the sidebar folded away, and over the page when it is opened', async () => {
    showLayout(VerticalLayout)
    expect(screen.queryByRole('navigation', { name: 'Main menu' })).toBeNull()
    await userEvent.click(button('Open the menu'))
    expect(within(screen.getByRole('dialog')).getByRole('link', { name: 'Models' })).toBeTruthy()
    expect(localStorage.getItem('collapse')).not.toBe('true')
  })

  it('folds the sidebar after navigation', async () => {
    showLayout(VerticalLayout)
    await userEvent.click(screen.getByRole('link', { name: 'Models' }))
    expect(screen.queryByRole('dialog')).toBeNull()
  })
})

describe('the horizontal layout', () => {
  it('has the menu in its header and no breadcrumb', () => {
    showLayout(HorizontalLayout)
    expect(within(screen.getByRole('banner')).getByRole('link', { name: 'News' })).toBeTruthy()
    expect(crumbs()).toBeNull()
    expect(screen.getByRole('tablist')).toBeTruthy()
  })

  it('pops one group out at a time, on hover', async () => {
    showLayout(HorizontalLayout)
    await userEvent.hover(button('Estate'))
    expect(await poppedOut('Models')).toBeTruthy()
    await userEvent.hover(button('Access'))
    expect(await poppedOut('Users')).toBeTruthy()
    expect(button('Estate').ariaExpanded).toBe('false')
  })

  it('is a menu bar to the keyboard', async () => {
    showLayout(HorizontalLayout)
    button('Estate').focus()
    await userEvent.keyboard('{ArrowRight}')
    expect(document.activeElement).toBe(button('Access'))
    await userEvent.keyboard('{ArrowDown}')
    await poppedOut('Users')
    expect(button('Access').ariaExpanded).toBe('true')
    await userEvent.keyboard('{Escape}')
    expect(button('Access').ariaExpanded).toBe('false')
  })

  it('scrolls a pop-out of more than 18 children', async () => {
    const pages = (count: number) =>
      Array.from({ length: count }, (_, n) => menuItem(`/${count}/${n}`))
    const group = (name: string, count: number) =>
      menuItem(`/${name}`, { menuType: 0, menuName: name, subSystemUserMenuVOS: pages(count) })
    showLayout(HorizontalLayout, { menu: [group('Some', 18), group('Many', 19), ...layoutMenu] })
    await userEvent.hover(button('Some'))
    expect((await popOut('Some')).dataset['scrolls']).toBeUndefined()
    await userEvent.hover(button('Many'))
    expect((await popOut('Many')).dataset['scrolls']).toBe('true')
  })
})

describe('the column layout', () => {
  const second = () => screen.queryByRole('navigation', { name: 'Main menu' })

  it('has top-level entries in the first column, and the page’s group with its title in the second', () => {
    showLayout(ColumnLayout)
    expect(within(groups()).getByRole('button', { name: 'Estate' }).ariaPressed).toBe('true')
    expect(within(sidebar()).getByText('Estate')).toBeTruthy()
    expect(within(sidebar()).getByRole('link', { name: 'Models' })).toBeTruthy()
  })

  it('shows another group when it is chosen', async () => {
    showLayout(ColumnLayout)
    await userEvent.click(button('Access'))
    expect(within(sidebar()).getByRole('link', { name: 'Users' })).toBeTruthy()
  })

  it.each([
    ['at home', { path: '/home' }],
    ['with an empty first extra', { path: '/news' }],
    ['on a page with noColumn', { path: '/wide' }],
    ['when the user folded it', { theme: { collapse: true } }],
  ])('folds the second column %s', (_, wishes) => {
    showLayout(ColumnLayout, wishes)
    expect(second()).toBeNull()
  })

  it('keeps the user’s own choice on a page with noColumn', () => {
    showLayout(ColumnLayout, { path: '/wide' })
    act(() => {
      location.hash = '/terminals'
      dispatchEvent(new HashChangeEvent('hashchange'))
    })
    expect(second()).not.toBeNull()
  })

  it('keeps search, notices, language and avatar where the Dashboard has no header', async () => {
    showLayout(ColumnLayout, { path: '/home' })
    for (const name of [/^Search/, /^Notices/, 'Language', /Layla/])
      expect(await screen.findByRole('button', { name })).toBeTruthy()
  })

  it('has a header on every route but the Dashboard', () => {
    showLayout(ColumnLayout)
    expect(screen.getByRole('banner')).toBeTruthy()
    expect(screen.getByRole('tablist')).toBeTruthy()
    cleanup()
    showLayout(ColumnLayout, { path: '/home' })
    expect(screen.queryByRole('banner')).toBeNull()
    expect(screen.queryByRole('tablist')).toBeNull()
  })

  it.each(['vertical', 'horizontal', 'card', 'arrow'] as const)('has the style %s', (style) => {
    showLayout(ColumnLayout, { theme: { columnStyle: style } })
    expect(groups().parentElement?.dataset['style']).toBe(style)
  })
})

describe('the comprehensive layout', () => {
  it('has top-level entries in place of the breadcrumb, and the chosen one’s children beside', async () => {
    showLayout(ComprehensiveLayout)
    expect(crumbs()).toBeNull()
    expect(within(sidebar()).getByRole('link', { name: 'Models' })).toBeTruthy()
    await userEvent.click(within(groups()).getByRole('button', { name: 'Access' }))
    expect(within(sidebar()).getByRole('link', { name: 'Roles' })).toBeTruthy()
    expect(within(sidebar()).queryByRole('link', { name: 'Models' })).toBeNull()
  })
})

describe('the float layout', () => {
  it('is folded for good, with panels that hold all pages of a group', async () => {
    showLayout(FloatLayout, { theme: { collapse: false } })
    expect(screen.queryByRole('button', { name: 'Fold the menu' })).toBeNull()
    await userEvent.hover(button('Estate'))
    const panel = await popOut('Estate')
    const cells = within(panel).getAllByRole('menuitem', { hidden: true })
    expect(cells.map(({ textContent }) => textContent)).toEqual([
      'Terminals',
      'Models',
      'Deep page',
    ])
    expect(crumbs()).not.toBeNull()
  })
})

describe('the common layout', () => {
  it('has logo and tools across the top, and the fold button beside the tabs', () => {
    showLayout(CommonLayout)
    expect(within(screen.getByRole('banner')).getByText('Terminals of Ours')).toBeTruthy()
    expect(within(screen.getByRole('banner')).getByRole('button', { name: 'Refresh' })).toBeTruthy()
    expect(within(screen.getByRole('banner')).queryByRole('tablist')).toBeNull()
    expect(button('Fold the menu').parentElement?.contains(screen.getByRole('tablist'))).toBe(true)
    expect(within(sidebar()).getByRole('button', { name: 'Access' })).toBeTruthy()
  })
})
