import { Bar } from '../Bar.tsx'
import { Breadcrumb } from '../Breadcrumb.tsx'
import { Sidebar } from '../Sidebar.tsx'
import { Tabs } from '../Tabs.tsx'
import { useMenuPlace } from '../useMenuPlace.ts'

/** The vertical frame, folded for good: icons whose panels float over the page. */
export function FloatLayout() {
  const { entries, marked } = useMenuPlace()
  return (
    <>
      <Sidebar entries={entries} marked={marked} isFolded hasPanels />
      <header>
        <Bar>
          <Breadcrumb />
        </Bar>
        <Tabs />
      </header>
    </>
  )
}
