import {
  agreeSessionKey,
  makeKeyPair,
  type PublicKey,
  publicKey as publicKeySchema,
  type ReplyOf,
  session,
  visit,
} from '@muster/contract'
import { redirect } from '../../../platform/address.ts'
import { ask } from '../../../kit/call.ts'
import { CallError, noAnswer } from '../../../kit/callError.ts'
import { keepRecord, readRecord } from '../../../platform/keyStore.ts'
import { dropSession, endExpiry } from '../../../kit/sessionExpiry.ts'
import { show } from '../../../kit/notify.ts'
import { forgetOneTimePassword, keepOneTimePassword } from '../../../kit/oneTimePassword.ts'
import { endStepUp } from '../../../platform/stepUp.ts'
import { forgetRecord } from '../../../platform/proof.ts'
import { forgetSession, useSession } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { siteOf } from '../../session/site.ts'
import { impersonationId, storage } from '../../../platform/storage.ts'

/** Whether this page may make keys; browsers allow it on HTTPS and on localhost only. */
export const canMakeKeys = typeof crypto.subtle !== 'undefined'

/** What a sign-in shows beside the name: the password, and what the server asked for. */
export interface Credentials extends Proofs {
  readonly userName: string
  readonly password: string
}

interface Proofs {
  readonly captchaId?: string
  readonly captcha?: string
  readonly codeId?: string
  readonly code?: string
  readonly totp?: string
}

/** Signs in. The session's key is agreed on the way and never leaves this browser. */
export async function signIn({ userName, password, ...proofs }: Credentials): Promise<void> {
  const secret = await asSent(password)
  forgetOneTimePassword()
  await openSession(userName, async (half) => {
    const opened = await ask(session.login, { body: { userName, ...secret, ...proofs, ...half } })
    if (opened.firstLogin === 1) keepOneTimePassword(password)
    return opened
  })
}

/** A password as the site wants to get it. */
export const asSent = async (password: string) =>
  siteOf().rsaLogin ? { rsa: await sealed(password) } : { password }

/** Goes in without signing in, where a closed demonstration allows it. */
export async function enterAsVisitor(userName = ''): Promise<void> {
  await openSession(userName, (half) => ask(visit.open, { body: half }))
}

/** Most sites do without: the code comes when it is needed. */
const sealed = async (password: string) =>
  (await import('./sealPassword.ts')).sealPassword(password)

type Half = { readonly publicKey?: PublicKey }

/** Who signs in without a name hears it from the server. */
type Opened = ReplyOf<typeof session.login> & { readonly userName?: string }

/** Makes this browser's half of the session's key, asks for the session and keeps it. */
export async function openSession(
  asked: string,
  open: (half: Half) => Promise<Opened>,
): Promise<void> {
  const pair = canMakeKeys ? await makeKeyPair() : null
  const reply = await open(pair ? { publicKey: await publicHalf(pair) } : {})
  if (!reply.accessToken) {
    const problem = new CallError(noAnswer, t('shell.login.noToken'))
    show({ kind: 'error', text: problem.message })
    throw problem
  }
  const { accessToken, clientId, publicKey, serverTime, userName = asked, ...flags } = reply
  const key = pair && publicKey ? await agreeSessionKey(pair.privateKey, publicKey, clientId) : null
  const clockOffset = serverTime - Date.now()
  await keepRecord({ clientId, key, userName, ...flags, clockOffset })
  takeToken(accessToken, userName)
}

async function publicHalf(pair: CryptoKeyPair) {
  // A JWK carries more members than the call accepts; the schema keeps those it names.
  return publicKeySchema().parse(await crypto.subtle.exportKey('jwk', pair.publicKey))
}

/** A new token: the same user goes on where he was, anyone else starts from a clean page. */
function takeToken(token: string, userName: string): void {
  const { user, lapsed } = useSession.getState()
  storage.setItem('token', token)
  forgetRecord()
  if (lapsed && user?.userName.toLowerCase() !== userName.toLowerCase()) {
    // Nothing of the one before: neither his tabs nor what he typed.
    sessionStorage.clear()
    location.reload()
    return
  }
  // Who was not signed in begins with a clean page (product spec, section 4).
  if (!lapsed && !user) sessionStorage.clear()
  useSession.setState({ token, lapsed: false })
  endExpiry(true)
  // Signing in is a proof.
  endStepUp(true)
}

/** Milliseconds that signing out waits for the server before it leaves anyway. */
const patience = 3000

/** Signs out: this browser forgets everything, whatever the server answers. */
export async function signOut(): Promise<void> {
  // Whoever only looks round leaves to sign in; others get the usual page.
  const isVisitor = useSession.getState().user?.isVirtual ?? false
  // Without a user a session that is already over asks nobody to sign in again.
  useSession.setState({ user: null, leaving: true })
  const signal = AbortSignal.timeout(patience)
  await ask(session.logout, {}, { signal }).catch(() => undefined)
  channel.postMessage('signedOut')
  await leave(isVisitor ? '/login?signIn=1' : '/login')
}

async function leave(to = '/login'): Promise<void> {
  await dropSession()
  sessionStorage.clear()
  forgetSession()
  forgetOneTimePassword()
  endExpiry(false)
  endStepUp(false)
  // Whoever signs in next starts at his own first page, not where this user left.
  redirect(to)
}

const channel = new BroadcastChannel(`muster-session${impersonationId}`)

/** Follows what other browser tabs do: sign-out, a lapse, and a sign-in. */
export function followOtherTabs(): void {
  channel.onmessage = () => void leave()
  addEventListener('storage', ({ key, newValue }) => {
    if (key !== 'token' || impersonationId) return
    const { user, token } = useSession.getState()
    if (newValue === null) {
      forgetRecord()
      if (token) useSession.setState({ token: null, lapsed: user !== null })
    } else if (newValue !== token) void adopt(newValue)
  })
}

async function adopt(token: string): Promise<void> {
  forgetRecord()
  takeToken(token, (await readRecord())?.userName ?? '')
}
