import { repairs } from '@muster/contract'
import { listSpec } from '../../../../test/listSpec.tsx'
import { RepairList } from './RepairList.tsx'

listSpec('repair tickets', { Screen: RepairList, page: repairs.page })
