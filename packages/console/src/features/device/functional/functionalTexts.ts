import type {
  Functional,
  locationSources,
  terminalLogLevels,
  remotePolicies,
  TextKey,
} from '@muster/contract'

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

type TextsOf<T extends readonly string[]> = Readonly<Record<T[number], TextKey>>

/** What the choices of some settings mean. */
export const choiceTexts = {
  locationSource: {
    GPS: 'functional.location.GPS',
    NETWORK: 'functional.location.NETWORK',
    BOTH: 'functional.location.BOTH',
  } satisfies TextsOf<typeof locationSources>,
  remoteControl: {
    NEVER: 'functional.remote.NEVER',
    ASK: 'functional.remote.ASK',
    ALLOWED: 'functional.remote.ALLOWED',
  } satisfies TextsOf<typeof remotePolicies>,
  logLevel: {
    DEBUG: 'functional.log.DEBUG',
    INFO: 'functional.log.INFO',
    WARN: 'functional.log.WARN',
    ERROR: 'functional.log.ERROR',
  } satisfies TextsOf<typeof terminalLogLevels>,
} as const
