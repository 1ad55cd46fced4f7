import type { DeveloperDownload, downloadWays, TextKey } from '@muster/contract'
import type { Tone } from '../../../ui/table/cells.tsx'

export const kindTexts: Readonly<Record<DeveloperDownload['kind'], TextKey>> = {
  SDK: 'download.kind.SDK',
  AGENT: 'download.kind.AGENT',
  DOC: 'download.kind.DOC',
  SAMPLE: 'download.kind.SAMPLE',
  TOOL: 'download.kind.TOOL',
}

export const audienceTexts: Readonly<Record<DeveloperDownload['audience'], TextKey>> = {
  PUBLIC: 'download.audience.PUBLIC',
  DEVELOPER: 'download.audience.DEVELOPER',
  VENDOR: 'download.audience.VENDOR',
  ORG: 'download.audience.ORG',
}

export const stateTexts: Readonly<Record<DeveloperDownload['state'], TextKey>> = {
  DRAFT: 'download.state.DRAFT',
  SCHEDULED: 'download.state.SCHEDULED',
  PUBLISHED: 'download.state.PUBLISHED',
  WITHDRAWN: 'download.state.WITHDRAWN',
}

export const tones: Readonly<Record<DeveloperDownload['state'], Tone>> = {
  DRAFT: 'neutral',
  SCHEDULED: 'waiting',
  PUBLISHED: 'good',
  WITHDRAWN: 'bad',
}

export const wayTexts: Readonly<Record<(typeof downloadWays)[number], TextKey>> = {
  CONSOLE: 'download.way.CONSOLE',
  LINK: 'download.way.LINK',
  SECRET: 'download.way.SECRET',
}
