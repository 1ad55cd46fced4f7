import type { Functional, TextKey } from '@muster/contract'

export const levelTexts = {
  PLATFORM: 'functional.level.PLATFORM',
  ORGANIZATION: 'functional.level.ORGANIZATION',
  MODEL: 'functional.level.MODEL',
  GROUP: 'functional.level.GROUP',
  DEVICE: 'functional.level.DEVICE',
} as const satisfies Readonly<Record<Functional['level'], TextKey>>

export const stateTexts = {
  DRAFT: 'functional.state.DRAFT',
  PUBLISHED: 'functional.state.PUBLISHED',
} as const satisfies Readonly<Record<Functional['state'], TextKey>>
