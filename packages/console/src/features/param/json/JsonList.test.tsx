import { jsonDocuments } from '@muster/contract'
import { listSpec } from '../../../../test/listSpec.tsx'
import { JsonList } from './JsonList.tsx'

listSpec('JSON documents', { Screen: JsonList, page: jsonDocuments.page })
