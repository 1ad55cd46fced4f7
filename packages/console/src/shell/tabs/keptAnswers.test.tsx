import { QueryClientProvider, useQuery } from '@tanstack/react-query'
import { act, cleanup, render, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { Activity, useState } from 'react'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import { menuItem } from '../../../test/menuItem.ts'
import { prepareBrowser, signInAs } from '../../../test/show.tsx'
import { queries } from '../../kit/queries.ts'
import { useSession } from '../../kit/session.ts'
import { navigate, useAddress } from '../../platform/address.ts'
import { Provider } from '../../ui/Provider.tsx'
import { takeSite } from '../session/site.ts'
import { keepAnswers } from './keptAnswers.ts'
import { PageHost } from './PageHost.tsx'
import { forgetTabs, useTabs } from './store.ts'
import { emptyTab } from './tabs.ts'

const read = vi.fn<() => Promise<string>>()
/** Forgotten as soon as nobody looks, in place of after five minutes. */
const query = { queryKey: ['/site'], queryFn: read, staleTime: Infinity, gcTime: 0 }

/** A form that begins with what was read. */
function Site() {
  const { data } = useQuery(query)
  return data === undefined ? null : <Form start={data} />
}

function Form({ start }: { readonly start: string }) {
  const [name, setName] = useState(start)
  return <input value={name} onChange={(event) => setName(event.currentTarget.value)} />
}

const Other = () => <p>Other</p>

vi.mock('../../features/index.ts', () => ({
  screenOf: (name: string) => {
    const screen = name === 'SITE' ? Site : Other
    return { here: () => screen, load: async () => screen }
  },
}))

/** The pages, behind a status page where the address says so, as in the frame. */
const Pages = () => (
  <Activity mode={useAddress().path === '/404' ? 'hidden' : 'visible'}>
    <PageHost />
  </Activity>
)

const site = { ...emptyTab, id: 'Site', path: '/site', alive: true }
const other = { ...emptyTab, id: 'Other', path: '/other', alive: true }
const turnTo = (activeId: string) => act(() => useTabs.setState({ activeId }))
/** What nobody looks at is forgotten in a moment. */
const aMoment = () => act(() => new Promise((resolve) => setTimeout(resolve, 20)))
const held = () => queries.getQueryCache().find({ queryKey: query.queryKey })

let stop: () => void

beforeEach(async () => {
  prepareBrowser()
  signInAs('all')
  queries.clear()
  forgetTabs()
  stop = keepAnswers()
  read.mockReset().mockResolvedValue('Ours')
  takeSite({ webName: 'Terminals of Ours' } as never)
  useSession.setState({
    menu: [
      menuItem('/site', { frontName: 'Site', frontComponent: 'SITE' }),
      menuItem('/other', { frontName: 'Other', frontComponent: 'OTHER' }),
    ],
  })
  useTabs.setState({ tabs: [site, other], activeId: 'Site' })
  render(
    <Provider direction="ltr">
      <QueryClientProvider client={queries}>
        <Pages />
      </QueryClientProvider>
    </Provider>,
  )
  await userEvent.type(await screen.findByRole('textbox'), ' and yours')
})
afterEach(() => {
  cleanup()
  stop()
})

it('keeps what was typed over an answer, however long another page is in front', async () => {
  turnTo('Other')
  await aMoment()
  turnTo('Site')
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Ours and yours')
  expect(read).toHaveBeenCalledTimes(1)
})

it('keeps it behind a status page, and behind another page from there', async () => {
  act(() => navigate('/404'))
  await aMoment()
  act(() => navigate('/other'))
  turnTo('Other')
  await aMoment()
  turnTo('Site')
  expect(screen.getByRole('textbox')).toHaveProperty('value', 'Ours and yours')
})

it('reads nothing for a page that is behind another', async () => {
  turnTo('Other')
  await act(() => queries.invalidateQueries())
  await aMoment()
  expect(read).toHaveBeenCalledTimes(1)
  turnTo('Site')
  await waitFor(() => expect(read).toHaveBeenCalledTimes(2))
})

it('forgets what it kept once its page is closed, or looks again itself', async () => {
  turnTo('Other')
  turnTo('Site')
  act(() => useTabs.setState({ tabs: [other], activeId: 'Other' }))
  await aMoment()
  expect(held()).toBeUndefined()
  act(() => useTabs.setState({ tabs: [site, other], activeId: 'Site' }))
  await screen.findByRole('textbox')
  turnTo('Other')
  turnTo('Site')
  expect(held()?.getObserversCount()).toBe(1)
})
