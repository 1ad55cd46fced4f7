import type { ScanState, TextKey, Upload, UploadState, UploadType } from '@muster/contract'
import type { QueuedUpload } from './uploadQueue.ts'

export const typeTexts: Readonly<Record<UploadType, TextKey>> = {
  apk: 'upload.type.apk',
  firmware: 'upload.type.firmware',
  image: 'upload.type.image',
  sheet: 'upload.type.sheet',
  param: 'upload.type.param',
  log: 'upload.type.log',
  document: 'upload.type.document',
  download: 'upload.type.download',
  terminal: 'upload.type.terminal',
}

export const stateTexts: Readonly<Record<UploadState, TextKey>> = {
  UPLOADING: 'upload.state.UPLOADING',
  CHECKING: 'upload.state.CHECKING',
  STORED: 'upload.state.STORED',
  REJECTED: 'upload.state.REJECTED',
  ORPHAN: 'upload.state.ORPHAN',
}

export const stateTones = {
  UPLOADING: 'waiting',
  CHECKING: 'waiting',
  STORED: 'good',
  REJECTED: 'bad',
  ORPHAN: 'neutral',
} as const

export const scanTexts: Readonly<Record<ScanState | 'NONE', TextKey>> = {
  CLEAN: 'upload.scan.CLEAN',
  INFECTED: 'upload.scan.INFECTED',
  WAITING: 'upload.scan.WAITING',
  NONE: 'upload.scan.NONE',
}

export const scanTones = {
  CLEAN: 'good',
  INFECTED: 'bad',
  WAITING: 'waiting',
  NONE: 'neutral',
} as const

export const storageTexts: Readonly<Record<Upload['storage'], TextKey>> = {
  FOLDER: 'upload.storage.FOLDER',
  DATABASE: 'upload.storage.DATABASE',
}

/** Whether its bytes are there. */
export const isStored = ({ state }: Pick<Upload, 'state'>) =>
  state === 'STORED' || state === 'ORPHAN'

export const stepTexts: Readonly<Record<QueuedUpload['step'], TextKey>> = {
  waiting: 'upload.step.waiting',
  hashing: 'upload.step.hashing',
  sending: 'upload.step.sending',
  checking: 'upload.step.checking',
  paused: 'upload.step.paused',
  stored: 'upload.step.stored',
  failed: 'upload.step.failed',
  unfit: 'upload.step.unfit',
}
