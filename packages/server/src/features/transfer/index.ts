export { exportRoutes, queueExport, requireShown } from './exports.ts'
export { exportWork } from './exportWork.ts'
export {
  byCode,
  codeOrName,
  type Importer,
  inSmall,
  type ReadyRow,
  type RowEnd,
  type RowFault,
  type SetWriter,
  type Taken,
} from './import/importer.ts'
export { refusedDoubt } from './import/doubts.ts'
export { folded, openMark } from './import/headings.ts'
export { importRoutes } from './import/imports.ts'
export { importWork } from './import/importWork.ts'
export { writtenLists } from './import/lists.ts'
export { isConcealed } from './import/stagedCell.ts'
export { readRows } from './read/readRows.ts'
export { SheetFault, type SheetRow } from './read/sheetFault.ts'
export { longestText } from './write/textCell.ts'
export { mediaTypes, writeSheet } from './write/writeSheet.ts'
export { writeTables } from './write/writeTables.ts'
