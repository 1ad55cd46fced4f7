import { setTimeout as sleep } from 'node:timers/promises'
import type { Logger } from 'pino'
import type { DeviceLink } from './brokerLink.ts'
import {
  type Lines,
  type NatsAddresses,
  NatsFault,
  type NatsHandlers,
  openLines,
} from './natsLines.ts'

export interface NatsLink {
  readonly link: DeviceLink
  /** Tries once, then goes on trying by itself; settles after the first try. */
  readonly open: (handlers: NatsHandlers) => Promise<void>
  /** Tells every node what the terminals' account is now. */
  readonly announce: (accountToken: string) => Promise<void>
  /** Makes sessions anew that may deliver nothing any more; a few at a time, others are left as they are. */
  readonly renew: (clientIds: readonly string[]) => void
  /** Takes no more messages; those under way can still be acknowledged until the link is stopped. */
  readonly pause: () => Promise<void>
}

interface State {
  lines: Lines | null
  fault: string | null
  readonly stop: AbortController
}

/** Between two tries, and between two looks at lines that stand. */
const pauseMs = 2_000

/** Reaches terminals through NATS JetStream and its MQTT listener. */
export function makeNatsClient(options: NatsAddresses & { readonly log: Logger }): NatsLink {
  const state: State = {
    lines: null,
    fault: 'NATS is not reached yet.',
    stop: new AbortController(),
  }
  let running: Promise<void> = Promise.resolve()
  return {
    link: linkOf(state, () => running),
    async open(handlers) {
      const first = Promise.withResolvers<void>()
      running = stayAttached(options, handlers, { state, tried: first.resolve })
      await first.promise
    },
    announce: (accountToken) => announceThrough(state.lines, accountToken),
    renew: renewer(options.log, state),
    async pause() {
      await state.lines?.pause()
    },
  }
}

/** Sessions that are made anew at once. */
const mostRenewed = 4
/** Each of them asks a node by chance: one may have just died. */
const mostTries = 3

function renewer(log: Logger, state: State): (clientIds: readonly string[]) => void {
  const underWay = new Set<string>()
  const renew = async (clientId: string) => {
    for (let left = mostTries; left > 0 && state.lines; left--) {
      try {
        await state.lines.renew(clientId)
        log.info({ clientId }, 'a terminal did not answer: NATS made its session anew')
        return
      } catch (error) {
        log.warn({ clientId, err: error }, 'a session in NATS could not be made anew')
      }
    }
  }
  return (clientIds) => {
    for (const clientId of clientIds) {
      if (underWay.size >= mostRenewed) return
      if (underWay.has(clientId)) continue
      underWay.add(clientId)
      void renew(clientId).finally(() => underWay.delete(clientId))
    }
  }
}

function linkOf(state: State, running: () => Promise<void>): DeviceLink {
  return {
    port: () => null,
    // NATS keeps it once it has acknowledged it; whether the terminal has it only that one tells.
    publishDown: (message) => state.lines?.send(message) ?? false,
    isConnected: () => state.lines?.down.connected ?? false,
    check: async () => (state.lines ? state.lines.check() : state.fault),
    // Whoever must go has his password revoked.
    close: () => undefined,
    async stop() {
      state.stop.abort()
      await running()
    },
  }
}

interface Course {
  readonly state: State
  readonly tried: () => void
}

/** Opens the lines, looks after them, and opens them anew when they are gone for good. */
async function stayAttached(
  options: NatsAddresses & { readonly log: Logger },
  handlers: NatsHandlers,
  { state, tried }: Course,
): Promise<void> {
  const { signal } = state.stop
  const isStopped = () => signal.aborted
  const rest = () => sleep(pauseMs, undefined, { signal }).catch(() => undefined)
  let told: string | null = null
  while (!isStopped()) {
    try {
      state.lines = await openLines(options, handlers)
      state.fault = null
      if (told) options.log.info('NATS is reached')
      told = null
      tried()
      while (!isStopped() && !(await state.lines.isOver())) {
        const mended = await state.lines.mend()
        if (mended) options.log.warn(`${mended} The nodes were asked to choose another leader.`)
        await rest()
      }
    } catch (error) {
      if (!(error instanceof NatsFault)) throw error
      state.fault = error.message
      if (told !== error.message) options.log.error({ err: error.cause }, error.message)
      told = error.message
      tried()
    }
    await state.lines?.close().catch(() => undefined)
    state.lines = null
    if (!isStopped()) await rest()
  }
}

async function announceThrough(lines: Lines | null, accountToken: string): Promise<void> {
  if (!lines) throw new Error('NATS is not reached')
  const answer = await lines.system.request('$SYS.REQ.CLAIMS.UPDATE', accountToken, {
    timeout: 5_000,
  })
  const told = answer.json<{ data?: { code?: number }; error?: { description?: string } }>()
  if (told.data?.code !== 200)
    throw new Error(`NATS did not take the account: ${told.error?.description ?? 'no reason'}`)
}
