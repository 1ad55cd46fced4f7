import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prepareBrowser, show } from '../../../../test/show.tsx'
import { KeysDialog } from './KeysDialog.tsx'

beforeEach(() => {
  prepareBrowser()
  // jsdom knows no dialogs.
  HTMLDialogElement.prototype.showModal = function showModal() {
    this.open = true
  }
})
afterEach(cleanup)

const keysOf = (does: string) => screen.getByText(does).nextElementSibling?.textContent

it('tells keys that are pressed together from keys of which either does it', () => {
  show(<KeysDialog close={vi.fn<() => void>()} />)
  expect(keysOf('Select the row')).toBe('X')
  expect(keysOf('Look at the row beside its list')).toBe('Space')
  expect(keysOf('Next and previous row of a list')).toBe('J/K')
  expect(keysOf('Search and commands')).toBe('Ctrl+K')
  expect(keysOf('Select row after row')).toBe('Shift+↑/Shift+↓')
})
