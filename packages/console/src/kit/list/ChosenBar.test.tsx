import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prepareBrowser } from '../../../test/show.tsx'
import { ChosenBar } from './ChosenBar.tsx'

beforeEach(() => {
  prepareBrowser()
  // jsdom lays nothing out: what is called "Far" stands in a second line.
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(400)
  Element.prototype.checkVisibility = () => true
  vi.spyOn(Element.prototype, 'getBoundingClientRect').mockImplementation(function (this: Element) {
    return new DOMRect(0, this.textContent.startsWith('Far') ? 36 : 0, 80, 28)
  })
})
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const draw = (names: readonly string[]) =>
  render(
    <ChosenBar isShown clear={() => undefined}>
      {names.map((name) => (
        <button key={name} type="button">
          {name}
        </button>
      ))}
      <div role="menu">
        <button type="button">Far, in a menu</button>
      </div>
    </ChosenBar>,
  )

const more = () => screen.queryByRole('button', { name: 'More' })
const isOpen = () => screen.getByRole('toolbar').hasAttribute('data-open')

it('opens what has no room in its line, and only then offers to', async () => {
  const { unmount } = draw(['Copy', 'Delete'])
  expect(more()).toBeNull()
  unmount()
  draw(['Copy', 'Far away'])
  expect([more()?.getAttribute('aria-expanded'), isOpen()]).toEqual(['false', false])
  await userEvent.click(more() as HTMLElement)
  expect([more()?.getAttribute('aria-expanded'), isOpen()]).toEqual(['true', true])
  await userEvent.keyboard('{Escape}')
  expect(isOpen()).toBe(false)
})

it('shows what the keyboard comes to', async () => {
  draw(['Copy', 'Far away'])
  await userEvent.tab()
  expect([document.activeElement?.textContent, isOpen()]).toEqual(['Copy', false])
  await userEvent.tab()
  expect([document.activeElement?.textContent, isOpen()]).toEqual(['Far away', true])
})
