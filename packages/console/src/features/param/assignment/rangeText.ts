import { t } from '../../../platform/texts.ts'

/** Versions of an application that a template is for, as words; null: of any. */
export function rangeText(from: number | null, to: number | null): string | null {
  if (from !== null && to !== null) return t('param.versions', { from, to })
  if (from !== null) return t('param.versionsFrom', { from })
  return to === null ? null : t('param.versionsTo', { to })
}
