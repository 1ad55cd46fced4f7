import { agreeSessionKey, makeKeyPair, platformUsers, publicKey } from '@muster/contract'
import { call } from '../../../kit/call.ts'
import { keepRecord } from '../../../platform/keyStore.ts'

const nothingToDo = { firstLogin: 0, initEmail: 0, pwdCheck: 0, bindFactor: 0 } as const

/** Without HTTPS a browser makes no keys, and the server may do without. */
const canMakeKeys = typeof crypto.subtle !== 'undefined'

/**
 * Begins to look on as somebody: keeps the session where a window of its own finds it (`boot.js`),
 * beside this window's, and answers that window's address.
 */
export async function openImpersonation(id: string, reason: string): Promise<string> {
  const pair = canMakeKeys ? await makeKeyPair() : null
  const half = pair && publicKey().parse(await crypto.subtle.exportKey('jwk', pair.publicKey))
  const body = { reason, ...(half && { publicKey: half }) }
  const opened = await call(platformUsers.impersonate, { params: { id }, body })
  const { accessToken, clientId, serverTime, userName } = opened
  const key =
    pair && opened.publicKey
      ? await agreeSessionKey(pair.privateKey, opened.publicKey, clientId)
      : null
  const clockOffset = serverTime - Date.now()
  await keepRecord({ clientId, key, userName, ...nothingToDo, clockOffset }, clientId)
  localStorage.setItem(`token:${clientId}`, accessToken)
  return `${location.pathname}?as=${clientId}`
}
