import { cleanup, screen, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prepareBrowser } from '../../../test/show.tsx'
import { showLayout } from '../../../test/showLayout.tsx'
import { previewTheme } from './theme/settings.ts'
import { Frame } from './Frame.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

const layout = () => screen.getByRole('main').parentElement?.dataset['layout']

it('brings the code of a layout when it is used, and keeps the page mounted through the change', async () => {
  showLayout(Frame)
  await vi.waitFor(() => expect(layout()).toBe('vertical'))
  const page = screen.getByRole('main')
  previewTheme({ layout: 'horizontal' })
  await vi.waitFor(() => expect(layout()).toBe('horizontal'))
  expect(screen.getByRole('main')).toBe(page)
  expect(screen.queryByRole('navigation', { name: 'You are here' })).toBeNull()
})

it('stays around what stands in the place of the pages', async () => {
  showLayout(() => (
    <Frame>
      <p>Not for you</p>
    </Frame>
  ))
  await vi.waitFor(() => expect(layout()).toBe('vertical'))
  expect(within(screen.getByRole('main')).getByText('Not for you')).toBeTruthy()
  expect(screen.getByRole('navigation', { name: 'Main menu' })).toBeTruthy()
})

it('names the page in the title of the window', async () => {
  showLayout(Frame, { path: '/models' })
  await vi.waitFor(() => expect(document.title).toBe('Models - Terminals of Ours'))
})
