import { codes, type TextKey } from '@muster/contract'
import { addressText, navigate } from '../platform/address.ts'
import { useReach } from '../platform/reach.ts'
import { t } from '../platform/texts.ts'
import { type CallError, isPassing, noAnswer } from './callError.ts'
import { show } from './notify.ts'

/** Default texts of the product spec's error catalogue, for answers without a message. */
const defaultTexts: Readonly<Record<number, TextKey>> = {
  [noAnswer]: 'shell.networkError',
  200: 'shell.code.200',
  201: 'shell.code.201',
  202: 'shell.code.202',
  204: 'shell.code.204',
  400: 'shell.code.400',
  401: 'shell.code.401',
  402: 'shell.code.402',
  403: 'shell.code.403',
  404: 'shell.code.404',
  406: 'shell.code.406',
  410: 'shell.code.410',
  500: 'shell.code.500',
  502: 'shell.code.502',
  503: 'shell.code.503',
  504: 'shell.code.504',
}

/** What is said when an answer carries no message of its own; our longer codes begin with a status. */
export const defaultText = (code: number) =>
  t(
    defaultTexts[code] ??
      defaultTexts[code >= 40_000 ? Math.floor(code / 100) : code] ??
      'shell.code.500',
  )

const quiet = [codes.signInAgain, codes.countChanged, codes.proofRequired]

/** Tells the user about a refusal and hands it back, to be thrown. */
export function refused(error: CallError, isRead = false): CallError {
  const { code, message } = error
  // Who sent a count is asked anew; who would not prove himself knows.
  if (quiet.some((one) => one === code)) return error
  if (isPassing(code)) return missed(error, isRead)
  if (code === codes.forbidden) navigate(forbiddenPath(error.data))
  show({ kind: code === codes.warning ? 'warning' : 'error', text: message })
  return error
}

/** One toast for a server that is away: the banner stays, and only what the user does himself says it again. */
function missed(error: CallError, isRead: boolean): CallError {
  if (isRead && useReach.getState().isTold) return error
  useReach.setState(({ isDown }) => ({ isTold: isDown }))
  show({ kind: 'error', text: error.message, cause: 'unreachable' })
  return error
}

/** The page that says so names the missing permission where the server does. */
function forbiddenPath(data: unknown): string {
  const named = typeof data === 'object' && data !== null && 'permission' in data
  return addressText({ path: '/403', query: named ? { permission: String(data.permission) } : {} })
}
