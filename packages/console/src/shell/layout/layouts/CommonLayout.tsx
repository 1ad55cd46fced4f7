import { useTheme } from '../theme/settings.ts'
import { TabsBar } from '../../tabs/TabsBar.tsx'
import { Bar } from '../Bar.tsx'
import { Brand } from '../Brand.tsx'
import { useSidebar } from '../collapse.ts'
import { FoldButton } from '../FoldButton.tsx'
import { Sidebar } from '../Sidebar.tsx'
import { useMenuPlace } from '../useMenuPlace.ts'
import styles from './CommonLayout.module.css'

/** Across the top logo and tools; below them the sidebar, and the tabs bar with the fold button. */
export function CommonLayout() {
  const { entries, marked } = useMenuPlace()
  const { collapsed } = useSidebar()
  const { showTabs } = useTheme()
  return (
    <>
      <header>
        <Bar isMenu>
          <Brand hasTitle />
          {!showTabs && <FoldButton />}
        </Bar>
      </header>
      <Sidebar entries={entries} marked={marked} isFolded={collapsed} hasBrand={false} />
      {showTabs && (
        <div className={styles['tabs']} data-bar>
          <FoldButton />
          <TabsBar />
        </div>
      )}
    </>
  )
}
