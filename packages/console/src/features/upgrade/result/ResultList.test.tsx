import { upgradeResults } from '@muster/contract'
import { listSpec } from '../../../../test/listSpec.tsx'
import { ResultList } from './ResultList.tsx'

listSpec('results of upgrades', { Screen: ResultList, page: upgradeResults.page })
