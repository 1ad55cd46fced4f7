import type { Client } from 'aedes'
import type { Done, Incoming } from './brokerLink.ts'
import type { Broker, Held } from './brokerShelf.ts'

/** Of a connection of which as many messages wait nothing more is read until one of them is done. */
const maxTaken = 100

const isFull = <S>({ handlers }: Broker<S>, held: Held<S>): boolean =>
  held.taken >= maxTaken || (held.taken > 0 && handlers.isBehind?.(held) === true)

/** Whether more is read of a connection; if not, it is read on when one of its messages is done. */
export function mayRead<S>(broker: Broker<S>, held: Held<S>): boolean {
  held.isUnread = isFull(broker, held)
  return !held.isUnread
}

/** Hands a message over to be stored. */
export function takeOver<S>(
  broker: Broker<S>,
  held: Held<S>,
  { message, done }: { message: Pick<Incoming<S>, 'topic' | 'payload'>; done: Done },
): void {
  const end: Done = (error) => {
    held.taken -= 1
    done(error)
    // Not at once: what came with this one is not handed over yet.
    if (held.isUnread && mayRead(broker, held))
      setImmediate(() => held.client.conn.emit('readable'))
  }
  held.taken += 1
  try {
    broker.handlers.receive({ ...message, connection: held }, end)
  } catch (error) {
    drop(broker, held.client, error)
  }
}

/** What nobody foresaw costs the connection it came by, and no other. */
export function drop<S>({ log }: Pick<Broker<S>, 'log'>, client: Client, error: unknown): void {
  log.error({ err: error }, 'a connection failed')
  client.close()
}
