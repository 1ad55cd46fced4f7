import { paramEndings } from '@muster/contract'
import { listSpec } from '../../../../test/listSpec.tsx'
import { EndingList } from './EndingList.tsx'

listSpec('values that end', { Screen: EndingList, page: paramEndings.page })
