import { functionals } from '@muster/contract'
import { listSpec } from '../../../../test/listSpec.tsx'
import { FunctionalList } from './FunctionalList.tsx'

listSpec('profiles', { Screen: FunctionalList, page: functionals.page })
