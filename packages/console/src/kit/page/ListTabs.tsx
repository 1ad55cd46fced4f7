import type { TextKey } from '@muster/contract'
import type { ComponentType } from 'react'
import { t } from '../../platform/texts.ts'
import { Tabs } from '../../ui/controls.ts'
import { can, useSession } from '../session.ts'
import { usePage } from './page.ts'
import { Screen } from './Screen.tsx'
import classes from './listTabs.module.css'

/** A list behind a tab. */
export interface ListTab {
  /** What the address calls it; the first one is not named there. */
  readonly key: string
  readonly title: TextKey
  /** Without one everybody who sees the screen sees it. */
  readonly permission?: string
  readonly List: ComponentType
}

interface ListTabsProps {
  readonly title: TextKey
  readonly tabs: readonly [ListTab, ...ListTab[]]
}

/** A screen of several lists, of which the user sees those that he may, one at a time. */
export function ListTabs({ title, tabs }: ListTabsProps) {
  const { query, setQuery } = usePage()
  useSession((state) => state.user)
  const [first] = tabs
  const open = tabs.filter(({ permission }) => permission === undefined || can(permission))
  const { key: tab, List } = open.find(({ key }) => key === query['tab']) ?? open[0] ?? first
  return (
    <Screen title={title}>
      <Tabs value={tab} onChange={(key) => setQuery(key && key !== first.key ? { tab: key } : {})}>
        <Tabs.List aria-label={t(title)}>
          {open.map((one) => (
            <Tabs.Tab key={one.key} value={one.key}>
              {t(one.title)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={classes.panel}>
          <List />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}
