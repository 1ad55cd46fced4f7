import { upgradeVersions } from '@muster/contract'
import { listSpec } from '../../../../test/listSpec.tsx'
import { VersionList } from './VersionList.tsx'

listSpec('versions for upgrades', { Screen: VersionList, page: upgradeVersions.page })
