import { serveOrders } from '../harness/children.ts'
import { HttpLine } from './httpLine.ts'
import { type Session, signedRequests, signIn } from './session.ts'

export type LoadOrder =
  | { do: 'signIn'; port: number; userName: string; password: string }
  | { do: 'ask'; port: number; userName: string; path: string }
  | {
      do: 'run'
      port: number
      userName: string
      /** Paths with their queries, asked in turn. */
      paths: readonly string[]
      count: number
      connections: number
    }

export interface LoadAnswer {
  readonly perSecond: number
  readonly count: number
  readonly latencies: number[]
  /** The body of the one answer that was asked for. */
  readonly body: string
}

const sessions = new Map<string, Session>()
const nothing: LoadAnswer = { perSecond: 0, count: 0, latencies: [], body: '' }

/** The browsers' side: signs in as people do, signs every request, asks over many connections. */
serveOrders(async (order: LoadOrder): Promise<LoadAnswer> => {
  const { port, userName } = order
  if (order.do === 'signIn') {
    sessions.set(userName, await signIn(port, userName, order.password))
    return nothing
  }
  const session = sessions.get(userName)
  if (!session) throw new Error(`${userName} has not signed in`)
  if (order.do === 'ask') {
    const [request = ''] = await signedRequests(session, { paths: [order.path], count: 1 })
    const line = await HttpLine.open(port)
    const body = await line.ask(request)
    line.close()
    return { ...nothing, body }
  }
  return run(order, await signedRequests(session, order))
})

/** TaskRunners off requests that were signed before, so that no round measures the load's own work. */
async function run(
  { port, connections }: { port: number; connections: number },
  requests: readonly string[],
): Promise<LoadAnswer> {
  const lines = await Promise.all(Array.from({ length: connections }, () => HttpLine.open(port)))
  const latencies: number[] = []
  let next = 0
  const started = performance.now()
  await Promise.all(
    lines.map(async (line) => {
      for (let request = requests[next++]; request !== undefined; request = requests[next++]) {
        const sent = performance.now()
        await line.ask(request)
        latencies.push(performance.now() - sent)
      }
    }),
  )
  const seconds = (performance.now() - started) / 1000
  for (const line of lines) line.close()
  const { length: count } = requests
  return { ...nothing, perSecond: count / seconds, count, latencies }
}
