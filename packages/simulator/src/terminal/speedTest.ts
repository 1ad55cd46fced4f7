import { randomBytes } from 'node:crypto'
import { deviceHttp, speedBytes } from '@muster/contract'
import { fetchServerInfo } from '@muster/terminal'

interface Measuring {
  /** Where the platform answers HTTP. */
  readonly platform: string
  readonly sn: string
  /** A new proof of the terminal's secret: each counts once. */
  readonly prove: () => string
  readonly signal: AbortSignal
}

/** What a way to the platform is worth. */
type Speed = Readonly<Record<'latencyMs' | 'downKbps' | 'upKbps', number>>

/** The server said no to the measurement. */
class SpeedRefused extends Error {}

/** Milliseconds that one direction may take. */
const patience = 60_000

/** Measures the way to the platform; else the code of the error catalogue that says why it cannot. */
export async function measureSpeed(
  measuring: Measuring,
): Promise<Speed | { readonly code: string }> {
  try {
    const latencyMs = await latencyOf(measuring)
    const downKbps = await rateOf(measuring, {})
    const upKbps = await rateOf(measuring, { method: 'POST', body: randomBytes(speedBytes) })
    return { latencyMs, downKbps, upKbps }
  } catch (error) {
    measuring.signal.throwIfAborted()
    return { code: error instanceof SpeedRefused ? 'D103' : 'D101' }
  }
}

/** The shortest of three questions, in whole milliseconds. */
async function latencyOf({ platform, signal }: Measuring): Promise<number> {
  const times: number[] = []
  for (const _ of [1, 2, 3]) {
    const begun = performance.now()
    await fetchServerInfo(platform, signal)
    times.push(performance.now() - begun)
  }
  return Math.max(1, Math.round(Math.min(...times)))
}

/** Kilobits a second, one way. */
async function rateOf(
  { platform, sn, prove, signal }: Measuring,
  init: Pick<RequestInit, 'method' | 'body'>,
): Promise<number> {
  const address = new URL(`${deviceHttp.speed}?sn=${encodeURIComponent(sn)}`, platform)
  const begun = performance.now()
  const answer = await fetch(address, {
    ...init,
    headers: {
      authorization: `Bearer ${prove()}`,
      'content-type': 'application/octet-stream',
    },
    signal: AbortSignal.any([signal, AbortSignal.timeout(patience)]),
  })
  await answer.arrayBuffer()
  if (!answer.ok) throw new SpeedRefused()
  return Math.max(1, Math.round((speedBytes * 8) / (performance.now() - begun)))
}
