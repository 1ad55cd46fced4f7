import { appStat, appUse } from '@muster/contract'
import { listSpec } from '../../../../test/listSpec.tsx'
import { AppUseList } from './AppUseList.tsx'
import { HolderList } from './HolderList.tsx'

listSpec('the use of applications', { Screen: AppUseList, page: appUse.page })

const Holders = () => <HolderList of={{ page: appStat.page }} />
listSpec('terminals that have an application', { Screen: Holders, page: appStat.page })
