import { orgApks } from '@muster/contract'
import { listSpec } from '../../../../test/listSpec.tsx'
import { PolicyList } from './PolicyList.tsx'

listSpec('application policies', { Screen: PolicyList, page: orgApks.page })
