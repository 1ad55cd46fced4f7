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

it('stays while the pointer is over it', async () => {
  act(() => notify.info('Said'))
  const toast = screen.getByRole('region').firstElementChild as HTMLElement
  toast.getBoundingClientRect = () => new DOMRect(800, 500, 380, 50)
  const point = (x: number, y: number) =>
    act(() => window.dispatchEvent(new MouseEvent('pointermove', { clientX: x, clientY: y })))
  await point(900, 520)
  await pass(20_000)
  expect(screen.queryByText('Said')).not.toBeNull()
  await point(900, 400)
  await pass(5000)
  expect(screen.queryByText('Said')).toBeNull()
})

it('counts up what has the same cause, whatever it says', () => {
  act(() => {
    show({ kind: 'error', text: 'Network Error', cause: 'unreachable' })
    show({ kind: 'error', text: 'Bad gateway', cause: 'unreachable' })
    show({ kind: 'info', text: 'A new version is there', cause: 'update', isNext: true })
    show({ kind: 'info', text: 'It waits for your work', cause: 'update', isNext: true })
  })
  const toasts = [...screen.getByRole('region').children].map(({ textContent }) => textContent)
  expect(toasts).toEqual(['Bad gateway2×', 'It waits for your work'])
})

it('shows a refusal beside what stands until somebody closes it', async () => {
  const update = { cause: 'update', isNext: true, lasts: 2_147_483_647 }
  act(() => show({ kind: 'warning', title: 'It waits', text: 'Reload now', ...update }))
  await pass(60_000)
  act(() => notify.error('For no terminal'))
  await pass(4999)
  const toasts = () => [...screen.getByRole('region').children].map((toast) => toast.textContent)
  expect(toasts()).toEqual(['It waitsReload now', 'For no terminal'])
  await pass(1)
  expect(toasts()).toEqual(['It waitsReload now'])
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
