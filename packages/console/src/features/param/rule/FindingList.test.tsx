import { paramFindings } from '@muster/contract'
import { listSpec } from '../../../../test/listSpec.tsx'
import { FindingList } from './FindingList.tsx'

listSpec('terminals that break rules', { Screen: FindingList, page: paramFindings.page })
