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

it('counts up what is said again, not what differs', () => {
  act(() => {
    notify.success('Saved')
    notify.success('Saved')
    notify.success('Saved')
    notify.info('Saved')
  })
  const toasts = [...screen.getByRole('region').children].map(({ textContent }) => textContent)
  expect(toasts).toEqual(['Saved3×', 'Saved'])
})

it('keeps each way back, and takes it once', async () => {
  const taken: number[] = []
  for (const n of [1, 2])
    act(() =>
      show({
        kind: 'success',
        text: 'Moved',
        lasts: 10_000,
        action: { label: `Undo ${n}`, onClick: () => taken.push(n) },
      }),
    )
  await pass(9_999)
  act(() => screen.getByRole('button', { name: 'Undo 1' }).click())
  expect(taken).toEqual([1])
  expect(screen.queryByRole('button', { name: 'Undo 1' })).toBeNull()
  await pass(1)
  expect(screen.queryByText('Moved')).toBeNull()
})

it('stays while the keyboard is on it', async () => {
  const action = { label: 'Undo', onClick: () => undefined }
  act(() => show({ kind: 'success', text: 'Moved', action }))
  const undo = screen.getByRole('button', { name: 'Undo' })
  act(() => undo.focus())
  await pass(20_000)
  expect(screen.queryByText('Moved')).not.toBeNull()
  act(() => undo.blur())
  await pass(5000)
  expect(screen.queryByText('Moved')).toBeNull()
})

it('shows no more than five, the latest', () => {
  act(() => {
    for (const n of [1, 2, 3, 4, 5, 6]) notify.info(`Said ${n}`)
  })
  expect(screen.queryByText('Said 1')).toBeNull()
  expect(screen.queryByText('Said 2')).not.toBeNull()
})

it.each([
  ['added', { name: 'Basra Mall' }, 'Basra Mall added'],
  ['saved', { sn: 'DEMO-1', name: 'Till 1' }, 'DEMO-1 saved'],
  ['invited', { userName: 'layla' }, 'layla invited'],
  ['saved', { remark: 'x' }, 'Saved'],
] as const)('names the record that was %s', (how, record, text) => {
  act(() => notify.written(record, how))
  expect(screen.queryByText(text)).not.toBeNull()
})
