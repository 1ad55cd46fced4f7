import { TabsBar } from '../tabs/TabsBar.tsx'
import { useTheme } from './theme/settings.ts'

/** The tabs bar, for those who want it. */
export function Tabs() {
  return useTheme().showTabs && <TabsBar />
}
