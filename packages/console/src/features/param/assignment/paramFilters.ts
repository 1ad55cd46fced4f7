import { organizations, paramTemplates, policyApps } from '@muster/contract'
import { type FilterField, statusFilter, waitingFilter } from '../../../kit/filters/filterFields.ts'
import { levelTexts, stateTexts } from './paramTexts.ts'

/** What assignments are found by. */
export const paramFilters = {
  appId: { label: 'param.app', of: policyApps },
  level: { label: 'param.level', options: levelTexts },
  orgId: { label: 'kit.orgAndBelow', of: organizations },
  state: { label: 'param.state', options: stateTexts },
  waiting: waitingFilter,
  templateId: { label: 'param.template', of: paramTemplates },
  sn: 'param.speaksOf',
  failed: { label: 'param.standing', options: { 1: 'param.onlyFailed' } },
  pid: 'param.pidPart',
  status: statusFilter,
} as const satisfies Record<string, FilterField>
