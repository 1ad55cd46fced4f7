import { ddiPath } from '@muster/contract'
import { serveOrders } from '../harness/children.ts'
import { HttpLine } from '../page/httpLine.ts'

export interface PollsOrder {
  readonly port: number
  readonly sns: readonly string[]
  readonly token: string
  /** Polls of each terminal. */
  readonly times: number
  readonly connections: number
}

export interface PollsAnswer {
  readonly perSecond: number
  readonly count: number
  readonly latencies: number[]
}

/** The terminals' side: each polls, and nobody has anything for it. */
serveOrders(async ({ port, sns, token, times, connections }: PollsOrder): Promise<PollsAnswer> => {
  const requests = sns.map(
    (sn) =>
      `GET ${ddiPath}/${sn} HTTP/1.1\r\nHost: 127.0.0.1\r\nAuthorization: GatewayToken ${token}\r\n\r\n`,
  )
  const lines = await Promise.all(Array.from({ length: connections }, () => HttpLine.open(port)))
  const latencies: number[] = []
  const count = requests.length * times
  let next = 0
  const started = performance.now()
  const work = async (line: HttpLine) => {
    while (next < count) {
      const request = requests[next++ % requests.length] ?? ''
      const sent = performance.now()
      await line.ask(request)
      latencies.push(performance.now() - sent)
    }
  }
  await Promise.all(lines.map(work))
  const perSecond = (1000 * count) / (performance.now() - started)
  for (const line of lines) line.close()
  return { perSecond, count, latencies }
})
