import { randomUUID } from 'node:crypto'
import { codes } from '@muster/contract'
import type { Logger } from 'pino'
import { Refusal } from '../kit/refusal.ts'
import { TooManyPasswords } from '../platform/passwords.ts'

interface DatabaseError {
  readonly code: string
  readonly constraint?: string
  readonly table?: string
  readonly detail?: string
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** Whatever was thrown, as the refusal that answers it; a bug is logged under an id of its own. */
export function refusalOf(error: unknown, log: Logger): Refusal {
  if (error instanceof Refusal) return error
  if (error instanceof TooManyPasswords)
    return new Refusal(codes.tooManyRequests, 'refusal.tooMany')
  const known = isDatabaseError(error) ? fromDatabase(error) : null
  const refused = known ?? fromFramework(error)
  if (refused) return refused
  if (isConnectionLoss(error)) return unavailable()
  const id = randomUUID().slice(0, 8)
  log.error({ err: error, failure: id }, 'a call failed')
  return new Refusal(codes.failure, 'refusal.failure', { params: { id } })
}

const unavailable = () => new Refusal(codes.unavailable, 'refusal.unavailable')

function fromDatabase(error: DatabaseError): Refusal | null {
  if (error.code === '23505') return duplicate(error)
  if (error.code === '23503') return brokenReference(error)
  if (error.code.startsWith('22') || ['23514', '23502', '54000'].includes(error.code))
    return new Refusal(codes.badRequest, 'refusal.badRequest')
  // Timeouts, deadlocks, shutting down, too many connections, connection failures.
  if (['57014', '55P03', '40001', '40P01'].includes(error.code) || /^(57P|53|08)/.test(error.code))
    return unavailable()
  return null
}

/** Unique indexes are named `<table>_<column>_unique`: the field is in the name. */
function duplicate(error: DatabaseError): Refusal {
  const field = fieldOf(error, /_unique$/)
  return new Refusal(codes.duplicate, 'refusal.duplicate', {
    fields: field ? [{ field, message: 'rule.taken' }] : [],
  })
}

/** A row is still referred to (nothing may vanish under another record), or names one that is not there. */
function brokenReference(error: DatabaseError): Refusal {
  if (error.detail?.includes('still referenced')) return new Refusal(codes.warning, 'refusal.inUse')
  const field = fieldOf(error, /_(fkey|id_fkey)$/)
  return new Refusal(codes.badRequest, 'refusal.unknownReference', {
    fields: field
      ? [{ field: field.endsWith('Id') ? field : `${field}Id`, message: 'rule.unknownRecord' }]
      : [],
  })
}

function fieldOf({ constraint, table }: DatabaseError, ending: RegExp): string | null {
  if (!constraint || !table || !constraint.startsWith(`${table}_`)) return null
  const column = constraint.slice(table.length + 1).replace(ending, '')
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}

/** What Fastify and its plugins refuse by themselves says so by a status. */
function fromFramework(error: unknown): Refusal | null {
  const status = error instanceof Error && 'statusCode' in error ? error.statusCode : null
  if (status === 413) return new Refusal(codes.tooLarge, 'refusal.tooLarge')
  if (status === 429) return new Refusal(codes.tooManyRequests, 'refusal.tooMany')
  if (status === 503) return unavailable()
  const isTheirs = typeof status === 'number' && status >= 400 && status < 500
  return isTheirs ? new Refusal(codes.badRequest, 'refusal.malformed') : null
}

function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const isRefused =
    'code' in error && ['ECONNREFUSED', 'ECONNRESET', 'EPIPE'].includes(String(error.code))
  return (
    isRefused || /Connection terminated|timeout exceeded when trying to connect/.test(error.message)
  )
}
