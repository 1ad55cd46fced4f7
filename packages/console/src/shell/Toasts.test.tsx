import { cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { prepareBrowser } from '../../test/show.tsx'
import { notify, show, useNotices } from '../kit/notify.ts'
import { Toasts } from './Toasts.tsx'

beforeEach(() => {
  prepareBrowser()
  vi.useFakeTimers({ shouldAdvanceTime: true })
  render(<Toasts />)
})
afterEach(() => {
  cleanup()
  vi.useRealTimers()
  useNotices.setState({ list: [] })
})

it.each([
  ['a message', () => notify.info('Said'), 5000],
  ['a reminder', () => show({ kind: 'warning', text: 'Said', lasts: 10_000 }), 10_000],
  ['an update notice', () => show({ kind: 'info', text: 'Said', lasts: 8000 }), 8000],
])('shows %s for its time', async (_, say, lasts) => {
  say()
  await screen.findByText('Said')
  await vi.advanceTimersByTimeAsync(lasts - 500)
  expect(screen.queryByText('Said')).not.toBeNull()
  await vi.advanceTimersByTimeAsync(1000)
  expect(screen.queryByText('Said')).toBeNull()
})

it('begins the time of a message anew when it is said again', async () => {
  notify.error('Same')
  await screen.findByText('Same')
  await vi.advanceTimersByTimeAsync(3000)
  notify.error('Same')
  await vi.advanceTimersByTimeAsync(3000)
  expect(screen.getAllByText('Same')).toHaveLength(1)
})
