import { Bar } from '../Bar.tsx'
import { Breadcrumb } from '../Breadcrumb.tsx'
import { useIsMobile, useSidebar } from '../collapse.ts'
import { FoldButton } from '../FoldButton.tsx'
import { Sidebar } from '../Sidebar.tsx'
import { SidebarDrawer } from '../SidebarDrawer.tsx'
import { Tabs } from '../Tabs.tsx'
import { useMenuPlace } from '../useMenuPlace.ts'

/** Left the sidebar, over the page the bar and the tabs. On mobile the sidebar is a drawer. */
export function VerticalLayout() {
  const { entries, marked } = useMenuPlace()
  const isMobile = useIsMobile()
  const { collapsed, drawer } = useSidebar()
  return (
    <>
      {!isMobile && <Sidebar entries={entries} marked={marked} isFolded={collapsed} />}
      {isMobile && drawer && <SidebarDrawer />}
      <header>
        <Bar>
          <FoldButton />
          <Breadcrumb />
        </Bar>
        <Tabs />
      </header>
    </>
  )
}
