import { lazyPart } from '../../kit/parts/lazyPart.tsx'

/** Takes a list away as a file; its code comes after the list. */
export const ExportButton = lazyPart(() =>
  import('./ExportMenu.tsx').then((file) => file.ExportMenu),
)

/** Brings the rows of a sheet into a list. */
export const ImportButton = lazyPart(() =>
  import('./import/ImportStart.tsx').then((file) => file.ImportStart),
)
