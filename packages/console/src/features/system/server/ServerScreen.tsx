import { ListTabs } from '../../../kit/page/ListTabs.tsx'
import { AccessPointList } from './points/AccessPointList.tsx'
import { JobList } from './JobList.tsx'
import { NodeList } from './NodeList.tsx'
import { QuotaList } from './QuotaList.tsx'
import { StorageView } from './StorageView.tsx'

/** SERVER: what runs, where terminals find it, and what it keeps. */
export const ServerScreen = () => (
  <ListTabs
    title="platform.title"
    tabs={[
      { key: 'nodes', title: 'platform.nodes', List: NodeList },
      { key: 'points', title: 'platform.points', List: AccessPointList },
      { key: 'storage', title: 'platform.storage', List: StorageView },
      { key: 'jobs', title: 'platform.jobs', List: JobList },
      { key: 'quotas', title: 'platform.quotas', List: QuotaList },
    ]}
  />
)
