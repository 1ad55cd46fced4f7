import { codes, type FieldProblem, type TextKey } from '@muster/contract'

interface DatabaseError {
  readonly code: string
  readonly constraint?: string
  readonly table?: string
  readonly detail?: string
}

/** What the database refused, as an answer can say it. */
export interface DatabaseFault {
  readonly code: number
  readonly key: TextKey
  readonly fields?: readonly FieldProblem[]
}

const isDatabaseError = (error: unknown): error is DatabaseError =>
  error instanceof Error && 'code' in error && typeof error.code === 'string'

/** Whether the database has no room on its disk; which file it could not write, it says itself. */
export const isOutOfDisk = (error: unknown): boolean =>
  isDatabaseError(error) && error.code === '53100'

/** Whether a statement took longer than it may. */
export const isOverTime = (error: unknown): boolean =>
  isDatabaseError(error) && error.code === '57014'

/** What an error of the database means to whoever asked; null: it is a bug, or none of the database's. */
export function databaseFault(error: unknown): DatabaseFault | null {
  if (isConnectionLoss(error)) return unavailable
  if (!isDatabaseError(error)) return null
  if (error.code === '23505') return duplicate(error)
  if (error.code === '23503') return brokenReference(error)
  if (error.code.startsWith('22') || ['23514', '23502', '54000'].includes(error.code))
    return { code: codes.badRequest, key: 'refusal.badRequest' }
  return isUnavailable(error.code) ? unavailable : null
}

const unavailable: DatabaseFault = { code: codes.unavailable, key: 'refusal.unavailable' }

/**
 * Time limits, deadlocks, a server that fell back to reading only, a disk that fails; shutting
 * down, no room or connections left, connection failures.
 */
const isUnavailable = (code: string): boolean =>
  ['57014', '55P03', '40001', '40P01', '25006', '25P03', '58030'].includes(code) ||
  /^(57P|53|08)/.test(code)

/** The system's own words for a connection that did not come about, or broke. */
const brokenConnection = [
  'ECONNREFUSED',
  'ECONNRESET',
  'EPIPE',
  'ETIMEDOUT',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOTFOUND',
  'EAI_AGAIN',
]

/**
 * The driver has no codes for these. A connection whose server died between two statements says so
 * only at the next one: it is not queryable, was closed, or has been discarded.
 */
const driverWords =
  /Connection terminated|timeout exceeded when trying to connect|timeout expired|is not queryable|connection has been discarded/

function isConnectionLoss(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const code = 'code' in error ? String(error.code) : ''
  return brokenConnection.includes(code) || driverWords.test(error.message)
}

/** Unique indexes are named `<table>_<column>_unique`: the field is in the name. */
function duplicate(error: DatabaseError): DatabaseFault {
  const field = fieldOf(error, /_unique$/)
  const fields = field ? [{ field, message: 'rule.taken' }] : []
  return { code: codes.duplicate, key: 'refusal.duplicate', fields }
}

/** A row is still referred to (nothing may vanish under another record), or names one that is not there. */
function brokenReference(error: DatabaseError): DatabaseFault {
  if (error.detail?.includes('still referenced'))
    return { code: codes.warning, key: 'refusal.inUse' }
  const field = fieldOf(error, /_(fkey|id_fkey)$/)
  const named = field?.endsWith('Id') ? field : `${field}Id`
  const fields = field ? [{ field: named, message: 'rule.unknownRecord' }] : []
  return { code: codes.badRequest, key: 'refusal.unknownReference', fields }
}

function fieldOf({ constraint, table }: DatabaseError, ending: RegExp): string | null {
  if (!constraint || !table || !constraint.startsWith(`${table}_`)) return null
  const column = constraint.slice(table.length + 1).replace(ending, '')
  return column.replace(/_(\w)/g, (_, letter: string) => letter.toUpperCase())
}
