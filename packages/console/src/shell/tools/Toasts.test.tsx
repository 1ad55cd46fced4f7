import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prepareBrowser } from '../../../test/show.tsx'
import { notify, show, useNotices } from '../../kit/notify.ts'
import { Toasts } from './Toasts.tsx'

beforeEach(() => {
  prepareBrowser()
  vi.useFakeTimers()
  render(<Toasts />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  useNotices.setState({ list: [] })
})

const pass = (milliseconds: number) => act(() => vi.advanceTimersByTimeAsync(milliseconds))

it.each([
  ['a message', () => notify.info('Said'), 5000],
  ['a reminder', () => show({ kind: 'warning', text: 'Said', lasts: 10_000 }), 10_000],
  ['an update notice', () => show({ kind: 'info', text: 'Said', lasts: 8000 }), 8000],
])('shows %s for its time', async (_, say, lasts) => {
  act(say)
  await pass(lasts - 1)
  expect(screen.queryByText('Said')).not.toBeNull()
  await pass(1)
  expect(screen.queryByText('Said')).toBeNull()
})

it('begins the time of a message anew when it is said again', async () => {
  act(() => notify.error('Same'))
  await pass(3000)
  act(() => notify.error('Same'))
  await pass(3000)
  expect(screen.getAllByText('Same')).toHaveLength(1)
})
