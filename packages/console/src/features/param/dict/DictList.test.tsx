import { paramDicts } from '@muster/contract'
import { listSpec } from '../../../../test/listSpec.tsx'
import { DictList } from './DictList.tsx'

listSpec('the dictionary of parameters', { Screen: DictList, page: paramDicts.page })
