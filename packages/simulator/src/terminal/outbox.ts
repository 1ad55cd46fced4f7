import type { Letter } from './letter.ts'
import type { Link } from './link.ts'
import type { Observer } from './observer.ts'

/** A terminal's results wait here until they are acknowledged; the oldest of too many give way. */
const capacity = 5000

/** What a terminal must get through, whatever happens to its connection. */
export interface Outbox {
  /** Keeps a letter and sends it as soon as there is a connection; the same id each time. */
  post(letter: Letter): void
  /** From now on letters go this way; null: they wait. */
  use(link: Link | null): void
  readonly size: number
}

export function makeOutbox(sn: string, observer: Observer): Outbox {
  const waiting = new Map<string, Letter>()
  let way: Link | null = null

  async function send(letter: Letter, link: Link): Promise<void> {
    const isAcknowledged = await sendLetter(letter, { link, sn, observer })
    if (isAcknowledged) waiting.delete(letter.envelope.id)
  }

  return {
    post(letter) {
      waiting.set(letter.envelope.id, letter)
      const [oldest] = waiting.keys()
      if (waiting.size > capacity && oldest) waiting.delete(oldest)
      if (way) void send(letter, way)
    },
    use(link) {
      way = link
      if (link) for (const letter of waiting.values()) void send(letter, link)
    },
    get size() {
      return waiting.size
    },
  }
}

interface Sending {
  readonly link: Link
  readonly sn: string
  readonly observer: Observer
}

/** Sends once; answers whether it was acknowledged. */
export async function sendLetter(
  { topic, envelope }: Letter,
  { link, sn, observer }: Sending,
): Promise<boolean> {
  const begun = performance.now()
  observer.published(envelope.type)
  try {
    await link.publish(topic, JSON.stringify(envelope))
  } catch {
    observer.fault('unacknowledged')
    return false
  }
  observer.acknowledged(sn, envelope, performance.now() - begun)
  return true
}
