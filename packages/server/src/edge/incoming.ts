import type { Cookies } from '../platform/cookies.ts'
import type { ReceivedRequest } from './signature.ts'

/** A request as the HTTP edge hands it over. */
export interface IncomingRequest extends ReceivedRequest {
  readonly id: string
  readonly params: unknown
  readonly query: unknown
  readonly language: string
  readonly cookies: Cookies
}
