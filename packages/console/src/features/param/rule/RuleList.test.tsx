import { consistencyRules } from '@muster/contract'
import { listSpec } from '../../../../test/listSpec.tsx'
import { RuleList } from './RuleList.tsx'

listSpec('rules over many terminals', { Screen: RuleList, page: consistencyRules.page })
