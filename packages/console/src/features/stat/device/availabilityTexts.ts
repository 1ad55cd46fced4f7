import { t } from '../../../platform/texts.ts'

/** Whether what is agreed was met; null: nobody counted. */
export const metText = (isMet: boolean | null): string | null =>
  isMet === null ? null : t(isMet ? 'stat.met' : 'stat.missed')
