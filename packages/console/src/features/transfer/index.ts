/** Takes a list away as a file. */
export { ExportMenu as ExportButton } from './ExportMenu.tsx'
/** Brings the rows of a sheet into a list. */
export { ImportStart as ImportButton } from './import/ImportStart.tsx'
