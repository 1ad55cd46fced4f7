import { detailWords as said } from '@muster/contract/device/detailWords'
import { speech } from '../../platform/speech.ts'

/** What is told with an alarm, in words. */
export const detailWords = (data: Readonly<Record<string, unknown>>): string => said(data, speech)
