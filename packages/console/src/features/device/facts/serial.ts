import { direction } from '../../../platform/texts.ts'

/** A serial number for the midst of a sentence: in a mirrored language it keeps its own direction. */
export const serial = (sn: string): string => (direction === 'rtl' ? `\u2066${sn}\u2069` : sn)
