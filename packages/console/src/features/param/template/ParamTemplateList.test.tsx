import { paramTemplates } from '@muster/contract'
import { listSpec } from '../../../../test/listSpec.tsx'
import { ParamTemplateList } from './ParamTemplateList.tsx'

listSpec('templates of parameters', { Screen: ParamTemplateList, page: paramTemplates.page })
