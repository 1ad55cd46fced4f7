import { act, renderHook } from '@testing-library/react'
import { afterEach, expect, test, vi } from 'vitest'
import { useTabs } from '../tabs/store.ts'
import { useScrollPlace } from './useScrollPlace.ts'

afterEach(() => {
  vi.useRealTimers()
  document.body.replaceChildren()
})

test('a page that comes to the front is looked at with the next frame, not while it is drawn', () => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] })
  const frame = document.createElement('div')
  const scrolled = vi.spyOn(frame.style, 'setProperty')
  const reads = { list: addPage('list', 300), form: addPage('form', 0) }
  useTabs.setState({ activeId: 'list' })
  const { result } = renderHook(() => useScrollPlace({ current: frame }))
  expect(reads.list).not.toHaveBeenCalled()
  nextFrame()
  expect(result.current).toBe(true)
  expect(scrolled).toHaveBeenCalledExactlyOnceWith('--scrolled', '300px')

  act(() => useTabs.setState({ activeId: 'form' }))
  expect(reads.form).not.toHaveBeenCalled()
  nextFrame()
  expect(result.current).toBe(false)
  expect(frame.style.getPropertyValue('--scrolled')).toBe('0px')
})

test('says how far a page is scrolled only when that has changed, for all of it is styled anew', () => {
  vi.useFakeTimers({ toFake: ['requestAnimationFrame', 'cancelAnimationFrame'] })
  const frame = document.createElement('div')
  const scrolled = vi.spyOn(frame.style, 'setProperty')
  for (const id of ['list', 'form']) addPage(id, 0)
  useTabs.setState({ activeId: 'list' })
  renderHook(() => useScrollPlace({ current: frame }))
  nextFrame()
  act(() => useTabs.setState({ activeId: 'form' }))
  nextFrame()
  expect(scrolled).not.toHaveBeenCalled()
})

const nextFrame = () => act(() => void vi.advanceTimersToNextFrame())

/** A page that is scrolled so far; answers what is called when somebody asks how far. */
function addPage(id: string, top: number) {
  const scroller = document.createElement('div')
  const panel = document.createElement('section')
  panel.id = `panel-${id}`
  scroller.append(panel)
  document.body.append(scroller)
  const read = vi.fn<() => number>(() => top)
  Object.defineProperty(scroller, 'scrollTop', { get: read })
  return read
}
