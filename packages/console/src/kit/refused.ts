import { codes, type TextKey } from '@muster/contract'
import { addressText, navigate } from '../platform/address.ts'
import type { CallError } from './callError.ts'
import { noAnswer } from './callError.ts'
import { show } from './notify.ts'
import { t } from '../platform/texts.ts'

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

/** What is said when an answer carries no message of its own. */
export const defaultText = (code: number) => t(defaultTexts[code] ?? 'shell.code.500')

/** Tells the user about a refusal and hands it back, to be thrown. */
export function refused(error: CallError): CallError {
  if (error.code === codes.signInAgain) return error
  if (error.code === codes.forbidden) navigate(forbiddenPath(error.data))
  show({ kind: error.code === codes.warning ? 'warning' : 'error', text: error.message })
  return error
}

/** The page that says so names the missing permission where the server does. */
function forbiddenPath(data: unknown): string {
  const named = typeof data === 'object' && data !== null && 'permission' in data
  return addressText({ path: '/403', query: named ? { permission: String(data.permission) } : {} })
}
