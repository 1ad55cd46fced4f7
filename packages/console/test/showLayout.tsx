import type { MenuItem, ThemeSettings } from '@muster/contract'
import { defaultTheme, languages } from '@muster/contract'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render } from '@testing-library/react'
import { type ComponentType, Suspense } from 'react'
import { useSession } from '../src/kit/session.ts'
import { takeSite } from '../src/shell/session/site.ts'
import { previewTheme } from '../src/shell/layout/theme/settings.ts'
import { Provider } from '../src/ui/Provider.tsx'
import { answerCalls } from './answers.ts'
import { menuItem } from './menuItem.ts'
import { signInAs } from './show.tsx'

const group = (name: string, pages: readonly MenuItem[]) =>
  menuItem(`/${name}`, { menuType: 0, menuName: name, subSystemUserMenuVOS: pages })
const page = (path: string, menuName: string, more: Partial<MenuItem> = {}) =>
  menuItem(path, { menuName, ...more })

/** Two groups, one with a group inside, a page beside them, and hidden pages. */
export const layoutMenu: readonly MenuItem[] = [
  group('Estate', [
    page('/terminals', 'Terminals'),
    page('/models', 'Models'),
    group('Deeper', [page('/deep', 'Deep page')]),
  ]),
  group('Access', [page('/users', 'Users'), page('/roles', 'Roles')]),
  page('/news', 'News'),
  page('/help', 'Help', { frontPath: 'https://help.example', menuType: 3, target: '_blank' }),
  group('Hidden', [
    page('/home', 'Home', { isShow: 0, frontName: 'Dashboard', activeMenu: '/terminals' }),
    page('/wide', 'Wide', { isShow: 0, noColumn: 1, activeMenu: '/terminals' }),
  ]),
]

interface Wishes {
  readonly path?: string
  readonly theme?: Partial<ThemeSettings>
  readonly menu?: readonly MenuItem[]
}

/** Draws what a layout puts around the page, at a path of the menu above. */
export function showLayout(Layout: ComponentType, wishes: Wishes = {}): void {
  const { path = '/terminals', theme = {}, menu = layoutMenu } = wishes
  answerCalls().reply(languages.list, () => [])
  location.hash = path
  signInAs('all')
  useSession.setState({ menu })
  takeSite({ webName: 'Terminals of Ours', sideTitle: 1, logoUrl: null, favicon: null } as never)
  previewTheme({ ...defaultTheme, ...theme })
  const queries = new QueryClient({ defaultOptions: { queries: { retry: false } } })
  render(
    <QueryClientProvider client={queries}>
      <Provider direction="ltr">
        <Suspense>
          <Layout />
        </Suspense>
      </Provider>
    </QueryClientProvider>,
  )
}
