import { cleanup, screen, waitFor } from '@testing-library/react'
import { act } from 'react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerNothing } from '../../../test/anyList.ts'
import { prepareBrowser } from '../../../test/show.tsx'
import { showLayout } from '../../../test/showLayout.tsx'
import { navigate } from '../../platform/address.ts'
import { useNavigation } from '../menu/navigation.ts'
import { forgetTabs } from './store.ts'
import { TabsBar } from './TabsBar.tsx'

function Console() {
  useNavigation()
  return <TabsBar />
}

beforeEach(() => {
  prepareBrowser()
  forgetTabs()
  showLayout(Console)
  answerNothing()
})
afterEach(cleanup)

it('marks no tab while 404 stands in the place of its page, and keeps it in reach of the keyboard', async () => {
  const tab = await screen.findByRole('tab', { name: 'Terminals' })
  expect(tab.ariaSelected).toBe('true')
  act(() => navigate('/404'))
  await waitFor(() => expect(tab.ariaSelected).toBe('false'))
  expect(tab.tabIndex).toBe(0)
  act(() => navigate('/terminals'))
  await waitFor(() => expect(tab.ariaSelected).toBe('true'))
})
