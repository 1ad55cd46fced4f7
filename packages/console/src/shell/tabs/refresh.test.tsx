import { act, cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerNothing } from '../../../test/anyList.ts'
import { menuItem } from '../../../test/menuItem.ts'
import { prepareBrowser } from '../../../test/show.tsx'
import { showLayout } from '../../../test/showLayout.tsx'
import { queries } from '../../kit/queries.ts'
import { navigate } from '../../platform/address.ts'
import { Frame } from '../layout/Frame.tsx'
import { useNavigation } from '../menu/navigation.ts'
import { ToolPlace } from '../tools/ToolPlace.tsx'
import { forgetTabs } from './store.ts'

const menu = [
  menuItem('/terminals', { menuName: 'Terminals', frontName: 'Terminals' }),
  menuItem('/areas', { menuName: 'Areas', frontName: 'Areas', frontComponent: 'AREA' }),
]

function Console() {
  useNavigation()
  return (
    <>
      <Frame />
      <ToolPlace />
    </>
  )
}

/** What the list of terminals reads: its rows, its figures and its views. */
const reads = [
  '/admin/device/v1/device/count',
  '/admin/device/v1/device/page',
  '/admin/user/v1/view/list',
]
let asked: URL[]

/** How often each was read. */
const counts = () => reads.map((path) => asked.filter(({ pathname }) => pathname === path).length)
const isIdle = () => waitFor(() => expect(queries.isFetching()).toBe(0))

const times = (count: number) => reads.map(() => count)

/** Waits for the first reading of everything. */
async function readOnce(): Promise<void> {
  await waitFor(() => expect(counts()).toEqual(times(1)))
  await isIdle()
}

const tab = (name: string) => screen.findByRole('tab', { name })

async function goTo(path: string, name: string): Promise<void> {
  act(() => navigate(path))
  await waitFor(async () => expect((await tab(name)).ariaSelected).toBe('true'))
}

async function refreshByMenu(name: string): Promise<void> {
  fireEvent.contextMenu(await tab(name))
  await userEvent.click(await screen.findByRole('menuitem', { name: 'Refresh' }))
}

beforeEach(async () => {
  prepareBrowser()
  queries.clear()
  forgetTabs()
  showLayout(Console, { menu })
  asked = answerNothing().asked
  await readOnce()
  // The frame's own parts come one by one.
  await screen.findByRole('button', { name: 'Refresh' })
  await screen.findByRole('link', { name: 'Terminals' })
})
afterEach(cleanup)

it.each([
  ['the toolbar', () => userEvent.click(screen.getByRole('button', { name: 'Refresh' }))],
  ['the menu of its tab', () => refreshByMenu('Terminals')],
  [
    'a click on its own path in the menu',
    () => userEvent.click(screen.getByRole('link', { name: 'Terminals' })),
  ],
  ['Alt R', () => userEvent.keyboard('{Alt>}[KeyR]{/Alt}')],
])('by %s reads everything of the page again, however fresh it is', async (_, refresh) => {
  await refresh()
  await waitFor(() => expect(counts()).toEqual(times(2)))
})

it('reads again each time', async () => {
  const button = screen.getByRole('button', { name: 'Refresh' })
  for (const count of [2, 3, 4]) {
    await userEvent.click(button)
    await waitFor(() => expect(counts()).toEqual(times(count)))
    await isIdle()
  }
})

it('of a page behind another reads that page when it comes to the front, and no other', async () => {
  const ofAreas = () => asked.filter(({ pathname }) => pathname.endsWith('/area/page')).length
  await goTo('/areas', 'Areas')
  await waitFor(() => expect(ofAreas()).toBe(1))
  await isIdle()
  await refreshByMenu('Terminals')
  await goTo('/terminals', 'Terminals')
  await waitFor(() => expect(counts().slice(0, 2)).toEqual([2, 2]))
  await goTo('/areas', 'Areas')
  expect(ofAreas()).toBe(1)
})

it('is not what going back to a tab does: fresh answers serve again', async () => {
  await goTo('/areas', 'Areas')
  await goTo('/terminals', 'Terminals')
  await isIdle()
  expect(counts().slice(0, 2)).toEqual([1, 1])
})
