import { variables } from '@muster/contract'
import { listSpec } from '../../../../test/listSpec.tsx'
import { VariableList } from './VariableList.tsx'

listSpec('variables', { Screen: VariableList, page: variables.page })
