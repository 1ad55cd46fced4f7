import { clientErrorLimit, clientErrors, scrub } from '@muster/contract'
import { ask } from '../../../kit/call.ts'
import { CallError } from '../../../kit/callError.ts'
import { useSession } from '../../../kit/session.ts'
import { type LoggedError, useErrorLog } from './errorStore.ts'

/** More are not kept: the first ones tell what the others came from. */
const most = 50
const longest = { err: 1000, url: 256, stack: 8000 }
const version = String(import.meta.env['VITE_VERSION'] ?? '')

interface Met {
  readonly moment: Date
  /** Path of the console. */
  readonly url: string
}

let sent = 0

/** Writes an error down, without what must not be kept, and tells the server. */
export function logError(error: unknown, met: Met): void {
  // A refusal was shown when it came.
  if (error instanceof CallError || isHarmless(error)) return
  const { list } = useErrorLog.getState()
  const logged = describe(error, met)
  const known = list.find(({ err, stack }) => err === logged.err && stack === logged.stack)
  if (known) {
    const again = { ...known, at: logged.at, times: known.times + 1 }
    useErrorLog.setState({ list: [again, ...list.filter((one) => one !== known)] })
    return
  }
  useErrorLog.setState({ list: [logged, ...list].slice(0, most) })
  void report(logged)
}

/** A call that was given up, or a browser that measures once more: nothing is wrong. */
const isHarmless = (error: unknown) =>
  (error instanceof DOMException && error.name === 'AbortError') ||
  String(error).includes('ResizeObserver loop')

function describe(error: unknown, { moment, url }: Met): LoggedError {
  const user = useSession.getState().user
  const names = user ? [user.userName, user.realName] : []
  const clean = (text: string, length: number) => scrub(text, names).slice(0, length)
  const said = error instanceof Error ? `${error.name}: ${error.message}` : String(error)
  const stack = error instanceof Error ? (error.stack ?? '') : ''
  return {
    id: shortId(),
    at: moment.toISOString(),
    err: clean(said, longest.err),
    url: clean(url, longest.url),
    stack: clean(stack, longest.stack),
    times: 1,
  }
}

/** Six signs that cannot be mistaken for each other. */
function shortId(): string {
  const signs = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ'
  const bytes = crypto.getRandomValues(new Uint8Array(6))
  return Array.from(bytes, (byte) => signs[byte % signs.length]).join('')
}

/** Tells the server, which may not hear of it: whatever comes of that is no error of its own. */
async function report({ id, at, err, url, stack }: LoggedError): Promise<void> {
  if (!useSession.getState().token || sent >= clientErrorLimit) return
  sent += 1
  const body = { shortId: id, at, route: url, message: err, stack, version }
  await ask(clientErrors.report, { body }).catch(() => undefined)
}
