import { logWords as said } from '@muster/contract/device/logWords'
import { speech } from '../../../platform/speech.ts'

/** What belongs to an entry, in words: what changed, why, and whatever else was told. */
export const logWords = (entry: Parameters<typeof said>[0]): string => said(entry, speech)
