import type { Import } from '@muster/contract'
import { translate } from '../../../platform/texts.ts'

/** What people call the fields of a sheet. */
export const labelsOf = ({ columns }: Import, language: string): Readonly<Record<string, string>> =>
  Object.fromEntries(columns.map(({ field, label }) => [field, translate(language, label)]))
