/** Something that a role needs for its work. */
export interface Readiness {
  readonly name: string
  /**
   * Null: it is there. Else why not, in a plain sentence for whoever runs the server, without
   * secrets and addresses: balancers and browsers read it. It may take its time, or hang: who asks
   * sets the limit.
   */
  readonly check: () => Promise<string | null>
}

/** Both together are the age that an answer may have: the truth is told within two seconds. */
const limitMs = 1_400
const freshMs = 500

const shared = new WeakMap<Readiness, Readiness['check']>()

/**
 * The same check for all callers: asked for at most once in half a second, never twice at once,
 * and late is an answer too. So nobody loads, or hangs, a server by asking how it is.
 */
export function shareCheck(one: Readiness): Readiness['check'] {
  const check = shared.get(one) ?? shareOf(one)
  shared.set(one, check)
  return check
}

function shareOf({ name, check }: Readiness): Readiness['check'] {
  let last: { readonly at: number; readonly reason: string | null } | null = null
  let running: { readonly since: number; readonly end: Promise<string | null> } | null = null

  async function run(): Promise<string | null> {
    const reason = await check().catch(
      // Its own words may name addresses.
      (error: unknown) => `Check "${name}": it could not be made${codeOf(error)}.`,
    )
    last = { at: performance.now(), reason }
    running = null
    return reason
  }

  return async () => {
    const now = performance.now()
    if (last && !running && now - last.at < freshMs) return last.reason
    running ??= { since: now, end: run() }
    return within(running.end, { ms: running.since + limitMs - now, late: lateOf(name) })
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? ` (${String(error.code)})` : ''

/** By name, since a warning stands alone. */
const lateOf = (name: string): string => `Check "${name}": no answer within ${limitMs / 1000} s.`

interface Limit {
  readonly ms: number
  /** The answer that is given then. */
  readonly late: string
}

async function within(end: Promise<string | null>, { ms, late }: Limit): Promise<string | null> {
  let timer: NodeJS.Timeout | undefined
  const overdue = new Promise<string>((tell) => {
    // What came in while this process was busy is read before it counts as late.
    timer = setTimeout(() => setImmediate(() => tell(late)), Math.max(0, ms))
  })
  return Promise.race([end, overdue]).finally(() => clearTimeout(timer))
}
