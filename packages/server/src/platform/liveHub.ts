import { EventEmitter } from 'node:events'
import pg from 'pg'

/** Records below `path` changed; `orgIds` says whose all of them are (empty: everybody's). */
export interface Change {
  readonly path: string
  readonly ids: readonly string[]
  readonly orgIds: readonly string[]
}

/** What changed below a path within a moment, apart by whose it is: nobody hears of another's records. */
export interface Announcement {
  readonly path: string
  /** All of them; none means "many". */
  readonly ids: readonly string[]
  /** Null: everybody's. */
  readonly parts: readonly { readonly orgId: string | null; readonly ids: readonly string[] }[]
}

export interface LiveHub {
  /** Tells every web process after a commit; many calls within a moment become one notification. */
  changed(change: Change): void
  /** Answers a function that ends the subscription. */
  subscribe(listener: (announcement: Announcement) => void): () => void
  /** Rings when work of this kind was written (a doorbell, not a promise: also poll slowly). */
  onDoorbell(kind: string, listener: () => void): () => void
  ring(kind: string): void
  /** False: announcements of others do not arrive at present. */
  isListening(): boolean
  stop(): Promise<void>
}

const channel = 'muster_live'
const windowMs = 150
const questionMs = 15_000
/** PostgreSQL refuses a payload of 8,000 bytes; beyond this many ids "many" (no id) is said instead. */
const maxIds = 80

/** Announcements that share a notification stay below PostgreSQL's limit together. */
const maxBytes = 7_000

type Payload = { announcements: readonly Announcement[] } | { doorbell: string }

const listener = (databaseUrl: string): pg.ClientConfig => ({
  connectionString: databaseUrl,
  application_name: 'muster live',
  connectionTimeoutMillis: 5_000,
  keepAlive: true,
  query_timeout: questionMs,
})

/** A wire that was cut says nothing: without a question now and then nobody would notice. */
function askNowAndThen(client: pg.Client): void {
  const question = setInterval(() => {
    client.query('select').catch(() => client.end())
  }, questionMs)
  client.once('end', () => clearInterval(question))
}

/** One LISTEN connection per process and one NOTIFY per window, however many rows changed. */
export async function startLiveHub(databaseUrl: string, pool: pg.Pool): Promise<LiveHub> {
  const events = new EventEmitter().setMaxListeners(0)
  const pending = new Map<string, Parts>()
  const bells = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  let isOpen = false
  let listening = await listen()

  async function listen(): Promise<pg.Client> {
    const client = new pg.Client(listener(databaseUrl))
    client.on('notification', ({ payload }) => hear(payload ?? ''))
    client.on('error', () => undefined)
    try {
      await client.connect()
      await client.query(`listen ${channel}`)
    } catch (error) {
      await client.end().catch(() => undefined)
      throw error
    }
    isOpen = true
    askNowAndThen(client)
    client.once('end', () => {
      isOpen = false
    })
    // Only a connection that stood may begin the search for another: a failed try has its own round.
    client.once('end', () => void listenAgain())
    return client
  }

  async function listenAgain(): Promise<void> {
    while (!isStopped) {
      await new Promise((done) => setTimeout(done, 500))
      try {
        listening = await listen()
        return
      } catch {
        // The database is away; the next round tries again.
      }
    }
  }

  /** Whatever is said on the channel, and whoever cannot bear to hear it: the process lives on. */
  function hear(payload: string): void {
    try {
      receive(payload)
    } catch (cause) {
      process.emitWarning(new Error('an announcement was not heard', { cause }))
    }
  }

  function receive(payload: string): void {
    // Only this file writes to the channel.
    const message = JSON.parse(payload) as Payload
    if ('doorbell' in message) events.emit(`bell:${message.doorbell}`)
    else for (const announcement of message.announcements) events.emit('change', announcement)
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), windowMs)
  }

  async function flush(): Promise<void> {
    timer = null
    const payloads = [...bells].map((doorbell) => JSON.stringify({ doorbell }))
    payloads.push(...packed([...pending].map(([path, parts]) => announcementOf(path, parts))))
    pending.clear()
    bells.clear()
    for (const payload of payloads)
      await pool.query('select pg_notify($1, $2)', [channel, payload]).catch(() => undefined)
  }

  return {
    changed({ path, ids, orgIds }) {
      const parts: Parts = pending.get(path) ?? new Map()
      for (const orgId of orgIds.length > 0 ? orgIds : [null]) {
        const known = parts.get(orgId) ?? new Set()
        for (const id of ids) known.add(id)
        parts.set(orgId, known)
      }
      pending.set(path, parts)
      schedule()
    },
    subscribe(listener) {
      events.on('change', listener)
      return () => events.off('change', listener)
    },
    onDoorbell(kind, listener) {
      events.on(`bell:${kind}`, listener)
      return () => events.off(`bell:${kind}`, listener)
    },
    ring(kind) {
      bells.add(kind)
      schedule()
    },
    isListening: () => isOpen,
    async stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      await flush()
      await listening.end().catch(() => undefined)
    },
  }
}

/** As few notifications as the announcements fit in: commands to many terminals change many paths. */
function packed(announcements: readonly Announcement[]): string[] {
  const payloads: string[] = []
  let texts: string[] = []
  let bytes = 0
  const close = () => {
    if (texts.length > 0) payloads.push(`{"announcements":[${texts.join(',')}]}`)
    texts = []
    bytes = 0
  }
  for (const announcement of announcements) {
    const text = JSON.stringify(announcement)
    if (bytes + Buffer.byteLength(text) > maxBytes) close()
    texts.push(text)
    bytes += Buffer.byteLength(text) + 1
  }
  close()
  return payloads
}

/** The changed ids of each organisation. */
type Parts = Map<string | null, Set<string>>

function announcementOf(path: string, parts: Parts): Announcement {
  const ids = [...new Set([...parts.values()].flatMap((part) => [...part]))]
  if (parts.size > maxIds) return { path, ids: [], parts: [{ orgId: null, ids: [] }] }
  const told = [...parts].map(([orgId, part]) => ({ orgId, ids: [...part] }))
  const whole = { path, ids, parts: told }
  // Each organisation has its own ids beside all of them: of few records of many it may be too much.
  const isMany = told.reduce((sum, part) => sum + part.ids.length, 0) > maxIds
  if (!isMany && Buffer.byteLength(JSON.stringify(whole)) <= maxBytes) return whole
  return { path, ids: [], parts: told.map(({ orgId }) => ({ orgId, ids: [] })) }
}
