import { act, cleanup, render, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { create } from 'zustand'
import { menuItem } from '../../../test/menuItem.ts'
import { prepareBrowser, signInAs } from '../../../test/show.tsx'
import { useMarkPage } from '../../kit/page/useMarkPage.ts'
import { useSession } from '../../kit/session.ts'
import { takeSite } from '../session/site.ts'
import { Provider } from '../../ui/Provider.tsx'
import { PagePlace } from './PagePlace.tsx'
import { forgetTabs, useTabs } from './store.ts'
import { emptyTab } from './tabs.ts'

const useInput = create(() => ({ form: true, dialog: true }))

/** Two parts of a page with input of their own, which may be saved while another page is in front. */
function Parts() {
  const { form, dialog } = useInput()
  useMarkPage(form)
  useMarkPage(dialog)
  return <p>Parts</p>
}

vi.mock('../../features/index.ts', () => ({
  screenOf: () => ({ here: () => Parts, load: async () => Parts }),
}))

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  forgetTabs()
  takeSite({ webName: 'Terminals of Ours' } as never)
  useSession.setState({ menu: [menuItem('/areas', { frontName: 'Areas' })] })
})
afterEach(cleanup)

const isMarked = () => useTabs.getState().tabs[0]?.dirty

it('marks a tab as long as somebody in it holds input, also for what became of it behind another', async () => {
  const tab = { ...emptyTab, id: 'Areas', path: '/areas', alive: true }
  useTabs.setState({ tabs: [tab], activeId: 'Areas' })
  const place = (isActive: boolean) => (
    <Provider direction="ltr">
      <PagePlace tab={tab} isActive={isActive} />
    </Provider>
  )
  const { rerender } = render(place(true))
  await screen.findByText('Parts')
  const turn = (isActive: boolean) => {
    useTabs.setState({ activeId: isActive ? 'Areas' : null })
    rerender(place(isActive))
  }
  const leftFor = (part: 'form' | 'dialog') => {
    turn(false)
    expect(isMarked()).toBe(true)
    act(() => useInput.setState({ [part]: false }))
    expect(isMarked()).toBe(true)
    turn(true)
    return isMarked()
  }
  expect(isMarked()).toBe(true)
  expect(leftFor('form')).toBe(true)
  expect(leftFor('dialog')).toBe(false)
})
