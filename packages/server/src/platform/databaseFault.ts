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

/** What an error of the database means to whoever asked; null: it is a bug, or none of the database's. */
export function databaseFault(error: unknown): DatabaseFault | null {
  if (!isDatabaseError(error)) return null
  if (error.code === '23505') return duplicate(error)
  if (error.code === '23503') return brokenReference(error)
  if (error.code.startsWith('22') || ['23514', '23502', '54000'].includes(error.code))
    return { code: codes.badRequest, key: 'refusal.badRequest' }
  // Timeouts, deadlocks, shutting down, too many connections, connection failures.
  if (['57014', '55P03', '40001', '40P01'].includes(error.code) || /^(57P|53|08)/.test(error.code))
    return { code: codes.unavailable, key: 'refusal.unavailable' }
  return null
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
