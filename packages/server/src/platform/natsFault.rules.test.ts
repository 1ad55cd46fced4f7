import { describe, expect, it } from 'vitest'
import { natsSentence, versionFault, watchConsumer } from './natsFault.rules.ts'

const caused = (message: string, cause: object) =>
  new Error(message, { cause: Object.assign(new Error('inner'), cause) })

describe('what is wrong with NATS is said in a sentence', () => {
  it.each([
    [caused('connection refused', { code: 'ECONNREFUSED' }), 'Nobody answers'],
    [new Error('getaddrinfo ENOTFOUND nats.example'), 'Nobody answers'],
    [caused('tls', { code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' }), 'NODE_EXTRA_CA_CERTS'],
    [caused('tls', { code: 'SELF_SIGNED_CERT_IN_CHAIN' }), 'NODE_EXTRA_CA_CERTS'],
    [caused('tls', { code: 'ERR_TLS_CERT_ALTNAME_INVALID' }), 'not good for this address'],
    [new Error("'Authorization Violation'"), 'does not know this installation'],
    [new Error('maximum account active connections exceeded'), 'lack their limits'],
    [new Error('jetstream not enabled for account'), 'off for the account'],
    [new Error('jetstream is not enabled'), 'JetStream is off'],
    [
      Object.assign(new Error('JetStream system temporarily unavailable'), { code: 10008 }),
      'fewer than a majority of its nodes answer',
    ],
    [Object.assign(new Error('JetStreamApiError'), { code: 10009 }), 'has no leader'],
    [
      Object.assign(new Error('JetStream not enabled for account'), { code: 10039 }),
      'off for the account',
    ],
    [Object.assign(new Error('JetStream not enabled'), { code: 10076 }), 'JetStream is off'],
    [new Error('server does not support secure connections: tls'), 'do not agree on TLS'],
  ])('%s', (error, sentence) => {
    expect(natsSentence(error)).toContain(sentence)
  })

  it('and names the MQTT listener where that one fails', () => {
    expect(natsSentence(new Error('connect ECONNREFUSED'), 'mqtt')).toContain('NATS_MQTT_URL')
  })
})

it('an answer of JetStream that does not come is no silence of NATS', () => {
  expect(natsSentence(new Error('timeout'), 'jetStream')).toContain('JetStream is off')
  expect(natsSentence(new Error('timeout'), 'leader')).toContain('has no leader')
  expect(natsSentence(new Error('timeout'), 'greeted')).toContain('lack their limits')
  expect(natsSentence(new Error('timeout'))).toContain('Nobody answers')
})

it.each(['2.9.10', '2.10.0', '3.0.0-beta.1'])('version %s of NATS is new enough', (version) => {
  expect(versionFault(version)).toBeNull()
})

it.each(['2.9.9', '2.8.4', '1.4.1'])('version %s of NATS is too old', (version) => {
  expect(versionFault(version)).toContain('2.9.10')
})

describe('a consumer', () => {
  const stalled = { num_pending: 12_631, num_waiting: 0, delivered: { consumer_seq: 13_663 } }

  it('that keeps messages and takes no requests stands still after five seconds', () => {
    const look = watchConsumer()
    expect(look(stalled, 0)).toBeNull()
    expect(look(stalled, 4_900)).toBeNull()
    expect(look(stalled, 5_000)).toContain('hands none out')
    expect(look({ ...stalled, num_waiting: 2 }, 6_000)).toBeNull()
    expect(look(stalled, 7_000)).toBeNull()
  })

  it.each([
    ['has nothing to hand out', { num_pending: 0 }],
    ['is asked for more', { num_waiting: 1 }],
  ])('that %s works', (_, more) => {
    const look = watchConsumer()
    expect([0, 60_000].map((now) => look({ ...stalled, ...more }, now))).toEqual([null, null])
  })

  it('that hands messages out works, however many wait', () => {
    const look = watchConsumer()
    const at = (consumer_seq: number) => ({ ...stalled, delivered: { consumer_seq } })
    expect([0, 1, 2].map((step) => look(at(step), step * 6_000))).toEqual([null, null, null])
  })
})
