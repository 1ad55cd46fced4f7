import { reports } from '@muster/contract'
import { listSpec } from '../../../../test/listSpec.tsx'
import { ReportList } from './ReportList.tsx'

listSpec('reports', { Screen: ReportList, page: reports.page })
