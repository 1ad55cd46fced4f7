import { randomUUID } from 'node:crypto'
import { livePath, session } from '@muster/contract'
import type { TestApp, TestUser } from './testApp.ts'
import { until } from './until.ts'

/** What comes over a live stream. */
export interface Hearing {
  /** All that was announced since it is heard, in order. */
  readonly heard: readonly string[]
  /** Settles when whatever was announced before has come, or never will. */
  upToNow(): Promise<void>
}

interface Stream {
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void
}

type Announce = (path: string, ids: readonly string[]) => unknown

/** Nothing has this path: an announcement of it to everybody only tells that the stream is heard. */
const markerPath = '/marker'

/** Listens to a stream. It opens before anybody is subscribed: only a marker that came proves it. */
export async function hearingOf(stream: Stream, announce: Announce): Promise<Hearing> {
  const heard: string[] = []
  const markers = new Set<string>()
  stream.addEventListener('message', ({ data }) => {
    const text = String(data)
    const { path, ids } = JSON.parse(text) as { path: string; ids: readonly string[] }
    if (path !== markerPath) heard.push(text)
    else for (const id of ids) markers.add(id)
  })
  const upToNow = async () => {
    const marker = randomUUID()
    await until(async () => {
      await announce(markerPath, [marker])
      return markers.has(marker)
    }, 'a marker on the live stream')
  }
  await upToNow()
  return { heard, upToNow }
}

/** Opens a user's live stream, and listens to it. */
export async function hears(app: TestApp, user: TestUser) {
  const { ticket } = await user.get(session.ticket, { body: { path: livePath } })
  const socket = await app.http.injectWS(`${livePath}?ticket=${ticket}`)
  const hearing = await hearingOf(socket, (path, ids) =>
    app.platform.live.changed({ path, ids, orgIds: [] }),
  )
  return { ...hearing, ticket, socket }
}
