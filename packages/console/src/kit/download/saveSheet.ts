import { saveFile } from '../../platform/answers.ts'
import { csvOf } from './csvOf.ts'

/** Saves lines as a sheet. */
export function saveSheet(
  name: string,
  columns: readonly string[],
  rows: readonly (readonly (string | null)[])[],
): void {
  saveFile({ name, content: new Blob([csvOf({ columns, rows })], { type: 'text/csv' }) })
}
