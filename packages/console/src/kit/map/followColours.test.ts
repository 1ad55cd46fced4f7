import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { colourKey, followColours } from './followColours.ts'

const page = document.documentElement
const map = document.createElement('div')
const paint = (scheme: 'light' | 'dark', land: string) => {
  map.style.setProperty('--map-land', land)
  page.dataset['mantineColorScheme'] = scheme
}

beforeEach(() => {
  document.body.append(map)
  paint('dark', '#263242')
})
afterEach(() => map.remove())

it('draws anew what the theme has changed, and nothing that stayed', async () => {
  const redraw = vi.fn<() => void>()
  const stop = followColours(map, colourKey(map), redraw)
  expect(redraw).not.toHaveBeenCalled()
  paint('light', '#fff')
  await vi.waitFor(() => expect(redraw).toHaveBeenCalledTimes(1))
  map.style.setProperty('--map-accent', '#c62828')
  page.dataset['theme'] = 'red-white'
  await vi.waitFor(() => expect(redraw).toHaveBeenCalledTimes(2))
  page.dataset['theme'] = 'blue-white'
  stop()
  paint('dark', '#263242')
  await Promise.resolve()
  expect(redraw).toHaveBeenCalledTimes(2)
})

it('sees what changed while the map was loading', () => {
  const redraw = vi.fn<() => void>()
  const before = colourKey(map)
  paint('light', '#fff')
  followColours(map, before, redraw)()
  expect(redraw).toHaveBeenCalledTimes(1)
})
