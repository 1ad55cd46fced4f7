import { fillPath, uploads } from '@muster/contract'
import { saveByTicket } from '../../../kit/download/saveByTicket.ts'

/** Has the browser save a stored file while it comes; a refusal has been shown when it comes back. */
export const takeUpload = (id: string): void =>
  saveByTicket(fillPath(uploads.download.path, { id }))
