import { params } from '@muster/contract'
import { listSpec } from '../../../../test/listSpec.tsx'
import { ParamList } from './ParamList.tsx'

listSpec('parameter assignments', { Screen: ParamList, page: params.page })
