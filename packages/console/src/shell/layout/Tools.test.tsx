import { cleanup, screen } from '@testing-library/react'
import userEvent from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { prepareBrowser } from '../../../test/show.tsx'
import { showLayout } from '../../../test/showLayout.tsx'
import { useTabs } from '../tabs/store.ts'
import { emptyTab } from '../tabs/tabs.ts'
import { Tools } from './Tools.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

it('loads the page in front anew', async () => {
  const tab = { ...emptyTab, path: '/terminals' }
  useTabs.setState({
    tabs: [
      { ...tab, id: 'a' },
      { ...tab, id: 'b' },
    ],
    activeId: 'b',
  })
  showLayout(Tools)
  await userEvent.click(screen.getByRole('button', { name: 'Refresh' }))
  expect(useTabs.getState().tabs.map(({ revision }) => revision)).toEqual([0, 1])
})
