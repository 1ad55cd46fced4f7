import type { InstalledApp } from '@muster/contract'

/** An application, and the item that has put it there. */
export type KeptApp = InstalledApp & { readonly item?: string | undefined }
