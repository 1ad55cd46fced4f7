import type { JsonKind, JsonLevel, JsonMergeMode, JsonState, TextKey } from '@muster/contract'
import type { ComponentProps } from 'react'
import type { StatusBadge } from '../../../kit/page/values.tsx'

type TextsOf<K extends string> = Readonly<Record<K, TextKey>>

export const kindTexts = {
  AGENT: 'json.kind.AGENT',
  STORE: 'json.kind.STORE',
  FEATURES: 'json.kind.FEATURES',
  EMV: 'json.kind.EMV',
  OTHER: 'json.kind.OTHER',
} as const satisfies TextsOf<JsonKind>

export const levelTexts = {
  ORG: 'param.level.ORG',
  MODEL: 'json.level.MODEL',
  GROUP: 'param.level.GROUP',
  DEVICE: 'param.level.DEVICE',
} as const satisfies TextsOf<JsonLevel>

export const modeTexts = {
  MERGE: 'json.mode.MERGE',
  REPLACE: 'json.mode.REPLACE',
} as const satisfies TextsOf<JsonMergeMode>

export const stateTexts = {
  DRAFT: 'param.state.DRAFT',
  PENDING_APPROVAL: 'param.state.PENDING_APPROVAL',
  PUBLISHED: 'json.state.PUBLISHED',
} as const satisfies TextsOf<JsonState>

export const stateTones: Readonly<Record<JsonState, ComponentProps<typeof StatusBadge>['tone']>> = {
  DRAFT: 'neutral',
  PENDING_APPROVAL: 'waiting',
  PUBLISHED: 'good',
}
