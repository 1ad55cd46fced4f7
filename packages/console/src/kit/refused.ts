import { codes } from '@muster/contract'
import { addressText, navigate } from '../platform/address.ts'
import { useConnectivity } from '../platform/connectivity.ts'
import { t } from '../platform/texts.ts'
import { type CallError, isPassing, noAnswer } from './callError.ts'
import { show } from './notify.ts'

/** Codes with a default text of their own (product spec, error catalogue). */
const worded = [200, 201, 202, 204, 400, 401, 402, 403, 404, 406, 410, 500, 502, 503, 504] as const

/** What is said when an answer carries no message of its own; our longer codes begin with a status. */
export function defaultText(code: number): string {
  const status = code >= 40_000 ? Math.floor(code / 100) : code
  const known = worded.find((one) => one === status) ?? 500
  return t(code === noAnswer ? 'shell.networkError' : `shell.code.${known}`)
}

/** Tells the user about a refusal and hands it back, to be thrown. */
export function refused(error: CallError, isRead = false): CallError {
  const { code, message } = error
  // Who sent a count is asked anew; who would not prove himself knows.
  if ([codes.signInAgain, codes.countChanged, codes.proofRequired].some((one) => one === code))
    return error
  if (isPassing(code)) return missed(error, isRead)
  if (code === codes.forbidden) navigate(forbiddenPath(error.data))
  show({ kind: code === codes.warning ? 'warning' : 'error', text: message })
  return error
}

/** One toast for a server that is away: the banner stays, and only what the user does himself says it again. */
function missed(error: CallError, isRead: boolean): CallError {
  if (isRead && useConnectivity.getState().isTold) return error
  useConnectivity.setState(({ isDown }) => ({ isTold: isDown }))
  show({ kind: 'error', text: error.message, cause: 'unreachable' })
  return error
}

/** The page that says so names the missing permission where the server does. */
function forbiddenPath(data: unknown): string {
  const named = typeof data === 'object' && data !== null && 'permission' in data
  return addressText({ path: '/403', query: named ? { permission: String(data.permission) } : {} })
}
