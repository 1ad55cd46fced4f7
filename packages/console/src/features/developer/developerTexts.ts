import type { Developer, DeveloperRole, DeveloperState, TextKey } from '@muster/contract'
import type { Tone } from '../../ui/table/cells.tsx'

export const typeTexts: Readonly<Record<Developer['type'], TextKey>> = {
  COMPANY: 'developer.type.COMPANY',
  INDIVIDUAL: 'developer.type.INDIVIDUAL',
}

export const roleTexts: Readonly<Record<DeveloperRole, TextKey>> = {
  MANAGER: 'developer.member.role.MANAGER',
  MEMBER: 'developer.member.role.MEMBER',
}

export const stateTexts: Readonly<Record<DeveloperState, TextKey>> = {
  APPLIED: 'developer.state.APPLIED',
  REVIEWING: 'developer.state.REVIEWING',
  APPROVED: 'developer.state.APPROVED',
  REJECTED: 'developer.state.REJECTED',
  SUSPENDED: 'developer.state.SUSPENDED',
  CLOSED: 'developer.state.CLOSED',
}

export const tones: Readonly<Record<DeveloperState, Tone>> = {
  APPLIED: 'waiting',
  REVIEWING: 'waiting',
  APPROVED: 'good',
  REJECTED: 'bad',
  SUSPENDED: 'bad',
  CLOSED: 'neutral',
}
