import type {
  ConsistencyKind,
  ConsistencySeverity,
  ParamFact,
  ParamFinding,
  TextKey,
} from '@muster/contract'
import type { ComponentProps } from 'react'
import type { StatusBadge } from '../../../kit/page/values.tsx'

type TextsOf<K extends string> = Readonly<Record<K, TextKey>>

export const kindTexts: TextsOf<ConsistencyKind> = {
  UNIQUE: 'paramRule.kind.UNIQUE',
  ONE_EACH: 'paramRule.kind.ONE_EACH',
  FITS: 'paramRule.kind.FITS',
  AMONG: 'paramRule.kind.AMONG',
}

export const factTexts: TextsOf<ParamFact> = {
  COUNTRY: 'paramRule.fact.COUNTRY',
  CURRENCY: 'paramRule.fact.CURRENCY',
  MODEL: 'paramRule.fact.MODEL',
  MCC: 'paramRule.fact.MCC',
  MID: 'paramRule.fact.MID',
  TID: 'paramRule.fact.TID',
}

export const severityTexts: TextsOf<ConsistencySeverity> = {
  REFUSE: 'paramRule.severity.REFUSE',
  WARN: 'paramRule.severity.WARN',
}

export const severityTones: Readonly<
  Record<ConsistencySeverity, ComponentProps<typeof StatusBadge>['tone']>
> = { REFUSE: 'bad', WARN: 'waiting' }

export const standingTexts = {
  OPEN: 'paramRule.state.OPEN',
  CLOSED: 'paramRule.state.CLOSED',
} as const satisfies TextsOf<string>

export const standingOf = ({ closedAt }: Pick<ParamFinding, 'closedAt'>) =>
  closedAt === null ? 'OPEN' : 'CLOSED'
