import { EventEmitter } from 'node:events'
import pg from 'pg'

/** Records below `path` changed; `orgIds` says whose they are (empty: everybody's). */
export interface Change {
  readonly path: string
  readonly ids: readonly string[]
  readonly orgIds: readonly string[]
}

export interface LiveHub {
  /** Tells every web process after a commit; many calls within a moment become one notification. */
  changed(change: Change): void
  /** Answers a function that ends the subscription. */
  subscribe(listener: (change: Change) => void): () => void
  /** Rings when work of this kind was written (a doorbell, not a promise: also poll slowly). */
  onDoorbell(kind: string, listener: () => void): () => void
  ring(kind: string): void
  stop(): Promise<void>
}

const channel = 'muster_live'
const windowMs = 150
/** PostgreSQL refuses a payload of 8,000 bytes; beyond this many ids "many" (no id) is said instead. */
const maxIds = 80

type Payload = { changes: Change[] } | { doorbell: string }

/** One LISTEN connection per process and one NOTIFY per window, however many rows changed. */
export async function startLiveHub(databaseUrl: string, pool: pg.Pool): Promise<LiveHub> {
  const events = new EventEmitter().setMaxListeners(0)
  const pending = new Map<string, { ids: Set<string>; orgIds: Set<string> }>()
  const bells = new Set<string>()
  let timer: NodeJS.Timeout | null = null
  let isStopped = false
  let listening = await listen()

  async function listen(): Promise<pg.Client> {
    const client = new pg.Client({ connectionString: databaseUrl, application_name: 'muster live' })
    client.on('notification', ({ payload }) => receive(payload ?? ''))
    client.on('error', () => undefined)
    client.on('end', () => void listenAgain())
    await client.connect()
    await client.query(`listen ${channel}`)
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

  function receive(payload: string): void {
    // Only this file writes to the channel.
    const message = JSON.parse(payload) as Payload
    if ('doorbell' in message) events.emit(`bell:${message.doorbell}`)
    else for (const change of message.changes) events.emit('change', change)
  }

  function schedule(): void {
    timer ??= setTimeout(() => void flush(), windowMs)
  }

  async function flush(): Promise<void> {
    timer = null
    const payloads = [...bells].map((doorbell) => JSON.stringify({ doorbell }))
    for (const [path, { ids, orgIds }] of pending)
      payloads.push(JSON.stringify({ changes: [{ path, ...bounded(ids, orgIds) }] }))
    pending.clear()
    bells.clear()
    for (const payload of payloads)
      await pool.query('select pg_notify($1, $2)', [channel, payload]).catch(() => undefined)
  }

  return {
    changed({ path, ids, orgIds }) {
      const entry = pending.get(path) ?? { ids: new Set<string>(), orgIds: new Set<string>() }
      for (const id of ids) entry.ids.add(id)
      for (const id of orgIds) entry.orgIds.add(id)
      pending.set(path, entry)
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
    async stop() {
      isStopped = true
      if (timer) clearTimeout(timer)
      await flush()
      await listening.end().catch(() => undefined)
    },
  }
}

function bounded(ids: Set<string>, orgIds: Set<string>): { ids: string[]; orgIds: string[] } {
  return {
    ids: ids.size > maxIds || orgIds.size > maxIds ? [] : [...ids],
    orgIds: orgIds.size > maxIds ? [] : [...orgIds],
  }
}
