import { randomBytes } from 'node:crypto'
import type { MqttProbe } from '@muster/contract'
import type { MqttClient } from 'mqtt'
import { connect } from 'mqtt'
import { requireNoConnection } from '../../../platform/holding.ts'
import { steadyNow } from '../../../platform/steadyClock.ts'

/** Milliseconds that a broker has for its answer. */
const patienceMs = 8_000

interface Point {
  readonly url: string
  readonly caFingerprint: string | null
}

/**
 * Asks a broker as a stranger: one that is ours speaks MQTT and lets him not in. Where an authority of
 * one's own vouches for it, the certificate is judged elsewhere, by that authority.
 */
export async function askBroker({ url, caFingerprint }: Point): Promise<MqttProbe> {
  requireNoConnection('an access point')
  const started = steadyNow()
  const answer = await greet(url, caFingerprint === null)
  return { ...answer, tookMs: Math.round(steadyNow() - started) }
}

type Answer = Omit<MqttProbe, 'tookMs'>

async function greet(url: string, isJudged: boolean): Promise<Answer> {
  let client: MqttClient | undefined
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<Answer>((settle) => {
      timer = setTimeout(() => settle({ result: 'SILENT', reason: null }), patienceMs)
      const name = `muster-test-${randomBytes(6).toString('hex')}`
      client = connect(url, {
        clientId: name,
        username: name,
        password: name,
        protocolVersion: 4,
        reconnectPeriod: 0,
        connectTimeout: patienceMs,
        rejectUnauthorized: isJudged,
      })
      client.on('connect', () => settle({ result: 'OPEN', reason: null }))
      client.on('error', (error) => settle(answerOf(error)))
      client.on('close', () => settle({ result: 'SILENT', reason: null }))
    })
  } catch (error) {
    return answerOf(error)
  } finally {
    clearTimeout(timer)
    client?.end(true)
  }
}

/** A broker that refuses says so by a number, the system by a word. */
function answerOf(error: unknown): Answer {
  const code = error instanceof Error && 'code' in error ? error.code : null
  if (typeof code === 'number') return { result: 'BROKER', reason: null }
  const reason = typeof code === 'string' ? code : String(error)
  const isCertificate = /CERT|SELF_SIGNED|SIGNATURE|ERR_TLS|ERR_SSL|ISSUER/.test(reason)
  return { result: isCertificate ? 'CERTIFICATE' : 'UNREACHABLE', reason }
}
