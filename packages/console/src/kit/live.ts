import { type LiveMessage, liveMessage, livePath, session } from '@muster/contract'
import { create } from 'zustand'
import { ask } from './call.ts'
import { notePaused } from '../ui/table/pausedQueries.ts'
import { queries } from './queries.ts'

/** The shortest time between two refetches of one path, in milliseconds. */
const restPerPath = 500
const backOff = { first: 1000, most: 30_000 }
/** What was read so shortly before the first opening is not read again: every page would be read twice. */
const freshFor = 1000

/** Whether the stream is open: while it is not, what must stay current has to ask by itself. */
export const useLive = create<{ readonly isOpen: boolean }>()(() => ({ isOpen: false }))

/** Which stream is wanted: a connection that was asked for before the last stop is dropped. */
let wanted = 0
let socket: WebSocket | undefined
let retry: ReturnType<typeof setTimeout> | undefined
let failures = 0

/**
 * Keeps one stream open while someone is signed in: each message marks the queries of its path as
 * stale, and those on screen fetch again. Answers how to stop.
 */
export function followLive(): () => void {
  wanted += 1
  void connect(wanted)
  return () => {
    wanted += 1
    clearTimeout(retry)
    socket?.close()
    socket = undefined
    useLive.setState({ isOpen: false })
  }
}

async function connect(mine: number): Promise<void> {
  try {
    const { ticket } = await ask(session.ticket, { body: { path: livePath } })
    if (mine === wanted)
      open(new URL(`${livePath}?ticket=${encodeURIComponent(ticket)}`, location.href))
  } catch {
    // Not shown: a stream that is down shows in `useLive`, not in a message each half minute.
    again(mine)
  }
}

function open(address: URL): void {
  address.protocol = address.protocol.replace('http', 'ws')
  const stream = new WebSocket(address)
  socket = stream
  stream.onopen = () => {
    // What changed while there was no stream was told to nobody.
    const isBack = failures > 0
    void queries.invalidateQueries({ predicate: ({ state }) => isBack || isOld(state) })
    failures = 0
    useLive.setState({ isOpen: true })
  }
  stream.onmessage = ({ data }) => {
    const message = liveMessage().safeParse(JSON.parse(String(data)))
    if (message.success) changed(message.data)
  }
  stream.onclose = () => {
    if (socket !== stream) return
    useLive.setState({ isOpen: false })
    again(wanted)
  }
}

/** Read before the stream, and not just now. */
const isOld = ({ dataUpdatedAt }: { readonly dataUpdatedAt: number }): boolean =>
  dataUpdatedAt > 0 && dataUpdatedAt < Date.now() - freshFor

function again(mine: number): void {
  if (mine !== wanted) return
  failures += 1
  const pause = Math.min(backOff.most, backOff.first * 2 ** Math.min(failures, 5))
  clearTimeout(retry)
  // A share of chance keeps a thousand consoles from coming back in the same instant.
  retry = setTimeout(() => void connect(mine), pause * (0.5 + Math.random() / 2))
}

const lastTold = new Map<string, number>()
/** Paths about to be told, with the records that changed; null: more than were named. */
const planned = new Map<string, Set<string> | null>()

/** Records below this path changed; without ids any of them may have. */
export function changed({ path, ids }: LiveMessage): void {
  const known = planned.get(path)
  if (known !== undefined) {
    if (ids.length === 0) planned.set(path, null)
    else for (const id of ids) known?.add(id)
    return
  }
  const wait = Math.max(0, (lastTold.get(path) ?? 0) + restPerPath - Date.now())
  planned.set(path, ids.length === 0 ? null : new Set(ids))
  setTimeout(() => tell(path), wait)
}

function tell(path: string): void {
  const ids = planned.get(path) ?? null
  planned.delete(path)
  lastTold.set(path, Date.now())
  void queries.invalidateQueries({
    predicate: ({ queryKey: [first, input] }) =>
      typeof first === 'string' &&
      (first === path || (first.startsWith(`${path}/`) && concerns(input, ids))) &&
      !notePaused(first, ids),
  })
}

/** What was read of one record stays as it is when only others changed. */
function concerns(input: unknown, ids: ReadonlySet<string> | null): boolean {
  if (!ids || typeof input !== 'object' || !input || !('params' in input)) return true
  const { params } = input
  if (typeof params !== 'object' || !params || !('id' in params)) return true
  return ids.has(String(params.id))
}
