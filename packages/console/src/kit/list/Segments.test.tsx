import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Activity } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prepareBrowser, show } from '../../../test/show.tsx'
import { Segments } from './Segments.tsx'
import { fitting } from './useFitting.ts'

beforeEach(prepareBrowser)
afterEach(() => {
  cleanup()
  vi.restoreAllMocks()
})

const pressed = vi.fn<(key: string) => void>()
const segmentsOf = (chosen: string) =>
  ['Total', 'Online', 'Offline', 'Alarm', 'Lost'].map((key) => ({
    key,
    text: key,
    count: '7',
    isPressed: key === chosen,
    press: () => pressed(key),
  }))
/** A line with room for so many pixels; each segment has a hundred. */
function inRoomOf(pixels: number): void {
  vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get').mockReturnValue(100)
  vi.spyOn(HTMLElement.prototype, 'clientWidth', 'get').mockReturnValue(pixels)
}
const names = () =>
  within(screen.getByRole('group'))
    .getAllByRole('button')
    .map(({ textContent }) => textContent)

it.each([
  [[], 0, 0],
  [[100, 100, 100], 312, 3],
  [[100, 100, 100], 311, 1],
  [[100, 100, 100, 100], 400, 2],
  [[400, 100], 100, 1],
])('of %j in %i pixels the first fit', (widths, room, count) => {
  expect(fitting(widths, room)).toBe(count)
})

it('stand in one line where all have room', () => {
  inRoomOf(600)
  show(<Segments label="Terminals" segments={segmentsOf('Total')} />)
  expect(names()).toEqual(['Total7', 'Online7', 'Offline7', 'Alarm7', 'Lost7'])
})

it('are not measured anew when their page comes back', () => {
  inRoomOf(600)
  const page = (mode: 'visible' | 'hidden') => (
    <Activity mode={mode}>
      <Segments label="Terminals" segments={segmentsOf('Total')} />
    </Activity>
  )
  const { rerender } = render(page('visible'))
  const asked = vi.spyOn(HTMLElement.prototype, 'offsetWidth', 'get')
  asked.mockClear()
  rerender(page('hidden'))
  rerender(page('visible'))
  expect(asked).not.toHaveBeenCalled()
})

it('lie behind "More" where they have none, and filter from there', async () => {
  inRoomOf(400)
  show(<Segments label="Terminals" segments={segmentsOf('Total')} />)
  expect(names()).toEqual(['Total7', 'Online7', 'More'])
  await userEvent.click(screen.getByRole('button', { name: 'More' }))
  const menu = within(await screen.findByRole('menu', { hidden: true }))
  await userEvent.click(await menu.findByText('Lost'))
  expect(pressed).toHaveBeenCalledExactlyOnceWith('Lost')
})

it('says which of those behind it the list is filtered by', () => {
  inRoomOf(400)
  show(<Segments label="Terminals" segments={segmentsOf('Lost')} />)
  expect(names()).toEqual(['Total7', 'Online7', 'Lost7'])
  screen.getByRole('button', { name: 'More: Lost' })
})
