import { liveMessage, livePath, session } from '@muster/contract'
import { call } from './call.ts'
import { queries } from './queries.ts'
import { useSession } from './session.ts'

/** The shortest time between two refetches of one path, in milliseconds. */
const restPerPath = 500
const backOff = { first: 1000, most: 30_000 }

let socket: WebSocket | undefined
let retry: ReturnType<typeof setTimeout> | undefined
let failures = 0

/**
 * Keeps one stream open while someone is signed in: each message marks the queries of its path as
 * stale, and those on screen fetch again. Answers how to stop.
 */
export function followLive(): () => void {
  void connect()
  return () => {
    clearTimeout(retry)
    socket?.close()
    socket = undefined
  }
}

async function connect(): Promise<void> {
  if (!useSession.getState().token) return
  try {
    const { ticket } = await call(session.ticket, { body: { path: livePath } })
    open(new URL(`${livePath}?ticket=${encodeURIComponent(ticket)}`, location.href))
  } catch {
    again()
  }
}

function open(address: URL): void {
  address.protocol = address.protocol.replace('http', 'ws')
  const stream = new WebSocket(address)
  socket = stream
  stream.onopen = () => {
    // What changed while the stream was down was told to nobody.
    if (failures > 0) void queries.invalidateQueries()
    failures = 0
  }
  stream.onmessage = ({ data }) => {
    const message = liveMessage.safeParse(JSON.parse(String(data)))
    if (message.success) changed(message.data.path)
  }
  stream.onclose = () => {
    if (socket === stream) again()
  }
}

function again(): void {
  failures += 1
  const pause = Math.min(backOff.most, backOff.first * 2 ** Math.min(failures, 5))
  clearTimeout(retry)
  // A share of chance keeps a thousand consoles from coming back in the same instant.
  retry = setTimeout(() => void connect(), pause * (0.5 + Math.random() / 2))
}

const lastTold = new Map<string, number>()
const planned = new Set<string>()

/** Records below this path changed. */
export function changed(path: string): void {
  if (planned.has(path)) return
  const wait = Math.max(0, (lastTold.get(path) ?? 0) + restPerPath - Date.now())
  planned.add(path)
  setTimeout(() => {
    planned.delete(path)
    lastTold.set(path, Date.now())
    void queries.invalidateQueries({ predicate: ({ queryKey: [first] }) => isBelow(first, path) })
  }, wait)
}

const isBelow = (first: unknown, path: string) =>
  typeof first === 'string' && (first === path || first.startsWith(`${path}/`))
