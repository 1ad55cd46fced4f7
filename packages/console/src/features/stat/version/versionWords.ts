import type { TextKey, AdoptionStanding } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { versionStateTexts } from '../../upgrade/index.ts'
import type { Cell } from './asked.ts'

const standingTexts: Readonly<Record<AdoptionStanding, TextKey>> = {
  TARGET: 'stat.version.standing.TARGET',
  BEHIND: 'stat.version.standing.BEHIND',
  AHEAD: 'stat.version.standing.AHEAD',
  UNKNOWN: 'stat.version.standing.UNKNOWN',
}

/** Where a version stands: what is wrong with it before how old it is. */
export function standText({ isRecalled, state, standing }: Cell): string {
  if (isRecalled) return t('stat.version.recalled')
  if (state === 'OFFLINE' || state === 'SUSPENDED') return t(versionStateTexts[state])
  return t(standingTexts[standing])
}

export const ageText = ({ ageDays }: Cell): string =>
  ageDays === null ? '' : t('stat.version.ageDays', { count: ageDays })
