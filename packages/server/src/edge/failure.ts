import { randomUUID } from 'node:crypto'
import { codes } from '@muster/contract'
import type { Logger } from 'pino'
import { Refusal } from '../kit/refusal.ts'
import { databaseFault, isOutOfDisk } from '../platform/databaseFault.ts'
import { isDiskFull, tellDiskFull } from '../platform/diskFull.ts'
import { TooManyPasswords } from '../platform/passwords.ts'

/** Whatever was thrown, as the refusal that answers it; a bug is logged under an id of its own. */
export function refusalOf(error: unknown, log: Logger): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof TooManyPasswords)
    return new Refusal(codes.tooManyRequests, 'refusal.tooMany')
  if (isDiskFull(error) || isOutOfDisk(error)) tellDiskFull(log, error)
  if (isDiskFull(error)) return new Refusal(codes.storageFull, 'upload.full')
  const fault = databaseFault(error)
  if (fault) return new Refusal(fault.code, fault.key, fault.fields ? { fields: fault.fields } : {})
  const refused = fromFramework(error)
  if (refused) return refused
  const id = randomUUID().slice(0, 8)
  log.error({ err: error, failure: id }, 'a call failed')
  return new Refusal(codes.failure, 'refusal.failure', { params: { id } })
}

const unavailable = () => new Refusal(codes.unavailable, 'refusal.unavailable')

/** What Fastify and its plugins refuse by themselves says so by a status. */
function fromFramework(error: unknown): Refusal | null {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null
  if (status === 413) return new Refusal(codes.tooLarge, 'refusal.tooLarge')
  if (status === 429) return new Refusal(codes.tooManyRequests, 'refusal.tooMany')
  if (status === 503) return unavailable()
  const isTheirs = typeof status === 'number' && status >= 400 && status < 500
  return isTheirs ? new Refusal(codes.badRequest, 'refusal.malformed') : null
}
