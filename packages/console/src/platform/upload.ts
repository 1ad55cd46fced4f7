import { type Answer, readAnswer } from './answers.ts'
import { type Silence, transmit } from './transport.ts'

/** Sends a file to an address that carries a ticket; it may take as long as files may. */
export const upload = (target: string, file: Blob): Promise<Answer | Silence> =>
  transmit(
    { method: 'POST', target, body: file, kind: 'transfer' },
    { token: null, signal: undefined },
    readAnswer,
  )
