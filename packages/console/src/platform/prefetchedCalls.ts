import { kept } from './kept.ts'
import { storage } from './storage.ts'

/** What a start needed until its page was there. */
interface Start {
  /** Names of code and styles, from the console's own folder. */
  readonly files: readonly string[]
  /** What was asked in the user's name: paths with their queries. */
  readonly calls: readonly string[]
}

/** The part of the browser's address that the start was at. */
interface Place {
  readonly hash: string
}

const key = 'start'

/** What was asked before the modules were here; `boot.js`, outside of them, made it. */
function asked(): Record<string, Promise<Response> | undefined> {
  // Nobody else writes it.
  const place = globalThis as { musterAsked?: ReturnType<typeof asked> }
  place.musterAsked ??= {}
  return place.musterAsked
}

/** What was asked ahead and has not been taken yet. */
export const prefetchedCalls = (): Readonly<Record<string, Promise<Response> | undefined>> =>
  asked()

/** Asks for what the console will ask for, once. */
export function prefetchCall(target: string, ask: () => Promise<Response>): void {
  const answers = asked()
  if (answers[target]) return
  answers[target] = ask()
  // Whoever takes the answer hears of its failure.
  answers[target].catch(() => undefined)
}

/** Each answer serves once. */
export function takePrefetched(target: string): Promise<Response> | undefined {
  const answers = asked()
  const answer = answers[target]
  delete answers[target]
  return answer
}

let calls: Set<string> | null = new Set()

/** Notes what this start asks for in the user's name. */
export function noteCall(target: string): void {
  calls?.add(target)
}

/**
 * The page is there: keeps what it needed for the next start at this address, which then asks for it
 * before the code has come. What was asked ahead in vain is dropped, before it is old.
 */
export function keepStart(): void {
  if (!calls) return
  const start: Start & Place = { files: filesHere(), calls: [...calls], hash: location.hash }
  storage.setItem(key, JSON.stringify(start))
  calls = null
  dropAsked()
}

function dropAsked(): void {
  for (const target of Object.keys(asked())) void takePrefetched(target)
}

/** Whether somebody was signed in when the page began: else the code of the sign-in is here too. */
const beganInside = storage.getItem('token') !== null

/** Code and styles that were preloaded, by `boot.js` or the bundler; the page itself names the typeface. */
function filesHere(): readonly string[] {
  if (!beganInside) return []
  const links = document.querySelectorAll('link[rel=modulepreload], link[rel=stylesheet], link[as]')
  const named = [...links].flatMap(
    (link) =>
      /(?:^|\/)(assets\/[^/]+\.(?:js|css))$/.exec(link.getAttribute('href') ?? '')?.[1] ?? [],
  )
  return [...new Set(named)]
}

/** What the last start needed; at another address only its code is known to be needed. */
export function lastStart(hash: string): Start {
  const start = kept<Start & Place>(key)
  const { files = [], calls = [] } = start.hash === hash ? start : {}
  return { files, calls }
}

/** Another session may be next: what was asked in the name of this one is no answer to it. */
export function forgetStart(): void {
  storage.removeItem(key)
  dropAsked()
}
