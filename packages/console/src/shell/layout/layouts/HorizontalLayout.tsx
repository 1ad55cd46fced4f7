import { Bar } from '../Bar.tsx'
import { Brand } from '../Brand.tsx'
import { Tabs } from '../Tabs.tsx'
import { TopMenu } from '../TopMenu.tsx'
import { useMenuPlace } from '../useMenuPlace.ts'

/** No sidebar: logo, menu and tools in one header. */
export function HorizontalLayout() {
  const { entries, marked } = useMenuPlace()
  return (
    <header>
      <Bar isMenu>
        <Brand hasTitle />
        <TopMenu entries={entries} marked={marked} />
      </Bar>
      <Tabs />
    </header>
  )
}
