import { shippedTexts } from '@muster/contract/texts'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { type ReactNode, useState } from 'react'
import { vi } from 'vitest'
import { useQuestion } from '../src/kit/dialog/confirm.ts'
import { type Holders, takeWord } from '../src/kit/page/holders.ts'
import { PageContext } from '../src/kit/page/page.ts'
import { ListSlots } from '../src/kit/list/slots.tsx'
import { useSession } from '../src/kit/session.ts'
import { takeTexts } from '../src/platform/texts.ts'
import { loadMenus } from '../src/ui/menu/Menu.tsx'
import { Provider } from '../src/ui/Provider.tsx'

class NoObserver {
  observe() {}
  unobserve() {}
  disconnect() {}
}

// A test begins where the page has been there for a while.
await loadMenus()
await import('../src/kit/batch/runBatch.ts')

/** What jsdom lacks of a browser, and the English texts. */
export function prepareBrowser(): void {
  vi.stubGlobal('ResizeObserver', NoObserver)
  vi.stubGlobal('matchMedia', () => ({
    matches: false,
    addEventListener: () => undefined,
    removeEventListener: () => undefined,
  }))
  Element.prototype.scrollIntoView = () => undefined
  takeTexts(shippedTexts['en'] ?? {})
}

/** Signs a user in who holds these permission codes; `all` holds every one. */
export function signInAs(btns: readonly string[] | 'all'): void {
  useSession.setState({
    user: {
      permissions: [],
      systemRoleId: 'role',
      btns: btns === 'all' ? [] : [...btns],
      userName: 'Layla',
      isSuperAdmin: btns === 'all' ? 1 : 0,
    } as never,
  })
}

/** Answers the next question of `confirm` as the user would. */
export async function answerQuestion(agreed: boolean): Promise<void> {
  await vi.waitFor(() => {
    const { asked } = useQuestion.getState()
    if (!asked) throw new Error('Nothing is asked')
    asked.answer(agreed)
  })
}

const none = () => null
/** Lists as they are before the page is idle. */
export const slots: ListSlots = {
  Views: none,
  Columns: none,
  Select: none,
  Foot: none,
  Chosen: none,
  ChosenEnd: none,
  Peek: none,
}

type Address = Readonly<Record<string, string>>

/** Draws a screen in a page of its own; answers the page's address as it changes. */
export function show(
  screen: ReactNode,
  query: Address = {},
  params: Address = {},
  queries = new QueryClient({ defaultOptions: { queries: { retry: false } } }),
) {
  const address = { query, isDirty: false, isKept: true }
  const holders: Holders = new Map()
  function Frame() {
    const [now, setNow] = useState(query)
    const page = {
      route: {} as never,
      params,
      query: now,
      active: true,
      setQuery: (next: Readonly<Record<string, string>>) => {
        address.query = next
        setNow(next)
      },
      setTitle: () => undefined,
      setDirty: (isDirty: boolean, holder = '', isKept = false) => {
        const told = takeWord(holders, { dirty: isDirty, holder, isKept })
        address.isDirty = told.dirty
        address.isKept = told.isKept
      },
    }
    return (
      <PageContext value={page}>
        <ListSlots value={slots}>{screen}</ListSlots>
      </PageContext>
    )
  }
  render(
    <QueryClientProvider client={queries}>
      <Provider direction="ltr">
        <Frame />
      </Provider>
    </QueryClientProvider>,
  )
  return address
}
