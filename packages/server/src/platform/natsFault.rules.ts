/** What an operator must know of NATS before any: its oldest version that this was tried with. */
const oldest = [2, 9, 10] as const

const jetStreamOff =
  'JetStream is off in NATS: every node needs jetstream { store_dir } in its configuration.'

const leaderless =
  'JetStream of NATS has no leader: fewer than a majority of its nodes answer. Start the others, and see that they reach each other.'

const sentences: readonly (readonly [RegExp, string])[] = [
  [
    /UNABLE_TO_VERIFY|SELF_SIGNED|UNABLE_TO_GET_ISSUER|self.signed|unable to verify/i,
    'The certificate of NATS comes from an authority that this machine does not know: name the file of that authority in NODE_EXTRA_CA_CERTS.',
  ],
  [
    /ALTNAME|altname|CERT_HAS_EXPIRED|certificate has expired/,
    'The certificate of NATS is not good for this address or has expired: check NATS_URL and the certificate.',
  ],
  [
    /maximum account active connections|resource limits exceeded|insufficient resources|no JetStream default|account limit|maximum .* exceeded/i,
    'The accounts in NATS lack their limits: install the configuration that npm run nats:setup writes.',
  ],
  [
    /jetstream not enabled for account|jetstream is not enabled for account/i,
    'JetStream is off for the account of the terminals: install the configuration that npm run nats:setup writes.',
  ],
  // NATS' own codes: not available, not the leader, no peers. Nobody leads, or nobody does yet.
  [/\b(?:10005|10008|10009)\b|temporarily unavailable/i, leaderless],
  [/jetstream|503|no responders/i, jetStreamOff],
  [
    /authorization|authentication|not authorized|bad user ?name or password|user authentication expired/i,
    'NATS does not know this installation: install the configuration that npm run nats:setup writes, made with the same database and MUSTER_SECRET.',
  ],
  [
    /secure|tls|ssl/i,
    'NATS and NATS_URL do not agree on TLS: use tls:// where the nodes have certificates, nats:// where not.',
  ],
]

/** Who is silent, where the error says no more than that. */
const silence = {
  nats: 'Nobody answers at the addresses of NATS_URL.',
  mqtt: 'The MQTT listener of NATS does not answer: every node needs mqtt { … } in its configuration, and NATS_MQTT_URL its address.',
  jetStream: jetStreamOff,
  leader: leaderless,
  // It says why as it hangs up, which the client keeps to itself.
  greeted:
    'NATS answers, but completes no connection: its accounts lack their limits (install the configuration that npm run nats:setup writes), or it is overloaded.',
} as const

/** What went wrong with NATS, in a plain sentence without addresses. */
export function natsSentence(error: unknown, what: keyof typeof silence = 'nats'): string {
  const text = textOf(error)
  const [, known] = sentences.find(([form]) => form.test(text)) ?? []
  return known ?? silence[what]
}

/** What NATS says of a consumer, as far as it tells whether it works. */
export interface ConsumerState {
  /** Messages that nobody was handed yet. */
  readonly num_pending: number
  /** Requests of gateways for more. */
  readonly num_waiting: number
  readonly delivered: { readonly consumer_seq: number }
}

/** Seconds after which a consumer that takes no requests stands still, and does not just change its leader. */
const standstillSeconds = 5

/**
 * Follows a consumer. One whose leader has lost the others answers as if nothing were, while messages
 * pile up and requests for them are not taken: whoever only asks whether it is there is deceived.
 */
export function watchConsumer(): (state: ConsumerState, now: number) => string | null {
  let still: { readonly handedOut: number; readonly since: number } | null = null
  return ({ num_pending: pending, num_waiting: waiting, delivered }, now) => {
    const handedOut = delivered.consumer_seq
    if (pending === 0 || waiting > 0) still = null
    else if (still?.handedOut !== handedOut) still = { handedOut, since: now }
    return still && now - still.since >= standstillSeconds * 1000
      ? 'NATS keeps messages of terminals and hands none out: its consumer muster-gateways has no leader that works.'
      : null
  }
}

/** Null where the server is new enough. */
export function versionFault(version: string): string | null {
  const parts = version.split('.').map((part) => Number.parseInt(part, 10))
  for (const [index, least] of oldest.entries()) {
    const part = parts[index] ?? 0
    if (part > least) return null
    if (part < least)
      return `NATS is version ${version}, and the oldest that does is ${oldest.join('.')}.`
  }
  return null
}

/** Messages, names and codes of an error and of what caused it. */
function textOf(error: unknown, depth = 0): string {
  if (!(error instanceof Error) || depth > 5) return String(error)
  const code = 'code' in error ? String(error.code) : ''
  const cause = error.cause === undefined ? '' : textOf(error.cause, depth + 1)
  return `${error.name} ${code} ${error.message} ${cause}`
}
