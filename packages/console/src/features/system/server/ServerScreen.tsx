import type { TextKey } from '@muster/contract'
import type { ComponentType } from 'react'
import { usePage } from '../../../kit/page/page.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { t } from '../../../platform/texts.ts'
import { Tabs } from '../../../ui/controls.ts'
import { AccessPointList } from './points/AccessPointList.tsx'
import { JobList } from './JobList.tsx'
import { NodeList } from './NodeList.tsx'
import { QuotaList } from './QuotaList.tsx'
import { StorageView } from './StorageView.tsx'
import classes from './server.module.css'

interface Part {
  readonly key: string
  readonly title: TextKey
  readonly Content: ComponentType
}

const parts: readonly Part[] = [
  { key: 'nodes', title: 'platform.nodes', Content: NodeList },
  { key: 'points', title: 'platform.points', Content: AccessPointList },
  { key: 'storage', title: 'platform.storage', Content: StorageView },
  { key: 'jobs', title: 'platform.jobs', Content: JobList },
  { key: 'quotas', title: 'platform.quotas', Content: QuotaList },
]

/** SERVER: what runs, where terminals find it, and what it keeps. */
export function ServerScreen() {
  const { query, setQuery } = usePage()
  const shown = parts.find(({ key }) => key === query['tab']) ?? parts[0]
  if (!shown) return null
  const { key: tab, Content } = shown
  return (
    <Screen title="platform.title">
      <Tabs value={tab} onChange={(key) => setQuery(key ? { tab: key } : {})}>
        <Tabs.List aria-label={t('platform.title')}>
          {parts.map(({ key, title }) => (
            <Tabs.Tab key={key} value={key}>
              {t(title)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={classes.panel}>
          <Content />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}
