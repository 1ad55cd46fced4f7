import { Bar } from '../Bar.tsx'
import { useSidebar } from '../collapse.ts'
import { FoldButton } from '../FoldButton.tsx'
import { GroupTabs } from '../GroupTabs.tsx'
import { Sidebar } from '../Sidebar.tsx'
import { Tabs } from '../Tabs.tsx'
import { useTopEntry } from '../useTopEntry.ts'

/** The vertical frame with top-level entries in the bar; the sidebar shows the chosen one's children. */
export function ComprehensiveLayout() {
  const { entries, marked, around, picked, pick } = useTopEntry()
  const { collapsed } = useSidebar()
  const chosen = picked ?? around
  return (
    <>
      <Sidebar entries={chosen?.entries ?? []} marked={marked} isFolded={collapsed} />
      <header>
        <Bar>
          <FoldButton />
          <GroupTabs entries={entries} marked={marked} chosen={chosen} onPick={pick} />
        </Bar>
        <Tabs />
      </header>
    </>
  )
}
