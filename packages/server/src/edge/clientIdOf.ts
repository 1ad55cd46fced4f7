import type { ReceivedRequest } from './signature.ts'

/** The API client or personal token that a request names, which proves nothing; null: none. */
export function clientIdOf({ header }: Pick<ReceivedRequest, 'header'>): string | null {
  const id = header('clientid') ?? ''
  return /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id) ? id : null
}
