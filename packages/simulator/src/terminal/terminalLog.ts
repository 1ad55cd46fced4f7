import type { DeviceEnvelope, LogKind } from '@muster/contract'
import type { Ending, Observer } from './observer.ts'

/** Lines that a terminal keeps: a fleet of many shares one memory. */
const kept = 100

interface Line {
  readonly at: number
  readonly kind: LogKind
  readonly text: string
}

export interface Wanted {
  readonly types: readonly LogKind[]
  readonly from: string | null
  readonly to: string | null
}

/** What a terminal writes down of what happens to it; the oldest lines go. */
export class TerminalLog {
  readonly #now: () => number
  readonly #lines: Line[] = []

  constructor(now: () => number) {
    this.#now = now
  }

  write(kind: LogKind, text: string): void {
    this.#lines.push({ at: this.#now(), kind, text })
    if (this.#lines.length > kept) this.#lines.shift()
  }

  forget(): void {
    this.#lines.length = 0
  }

  /** The lines of some kinds and of some time, the oldest first. */
  lines({ types, from, to }: Wanted): readonly string[] {
    const begin = from === null ? Number.NEGATIVE_INFINITY : Date.parse(from)
    const end = to === null ? Number.POSITIVE_INFINITY : Date.parse(to)
    return this.#lines
      .filter(({ at, kind }) => types.includes(kind) && at >= begin && at < end)
      .map(({ at, kind, text }) => `${new Date(at).toISOString()} ${kind} ${text}`)
  }

  /** An observer that writes down what it hears before it tells another. */
  beside(other: Observer): Observer {
    return {
      published: (type: string) => other.published(type),
      answered: (sn: string, message: DeviceEnvelope) => other.answered(sn, message),
      enrolled: (sn: string) => {
        this.write('AGENT', 'enrolled')
        other.enrolled(sn)
      },
      connected: (sn: string, isFirst: boolean) => {
        this.write('NETWORK', 'connected')
        other.connected(sn, isFirst)
      },
      disconnected: (sn: string, ending: Ending) => {
        this.write('NETWORK', `disconnected: ${ending}`)
        if (ending === 'reboot' || ending === 'off') this.write('KERNEL', `going down: ${ending}`)
        other.disconnected(sn, ending)
      },
      acknowledged: (sn: string, message: DeviceEnvelope, milliseconds: number) => {
        const line = lineOf(message)
        if (line) this.write(...line)
        other.acknowledged(sn, message, milliseconds)
      },
      commanded: (cmd: string) => {
        this.write('AGENT', `told: ${cmd}`)
        other.commanded(cmd)
      },
      fault: (kind: string) => {
        this.write('SYSTEM', `fault: ${kind}`)
        other.fault(kind)
      },
    }
  }
}

/** What a message says for the log; null: nothing that is worth a line. */
function lineOf({ type, body }: DeviceEnvelope): readonly [LogKind, string] | null {
  const told = (name: string) => textIn(body, name)
  switch (type) {
    case 'task':
      return ['AGENT', `${told('item')} ${told('state')} ${told('code')}`.trim()]
    case 'evt':
      return [told('code') === 'APP_CRASH' ? 'CRASH' : 'SYSTEM', told('code')]
    case 'apps':
      return ['APP', `list told: ${told('hash').slice(0, 8)}`]
    case 'loc':
      return ['LOCATION', `told: ${told('src')}`]
    case 'info':
      return ['SYSTEM', `told of itself: ${told('firmware')}`]
    case 'net':
      return ['NETWORK', `on ${told('type')} as ${told('ip')}`]
    default:
      return null
  }
}

function textIn(body: unknown, name: string): string {
  if (typeof body !== 'object' || body === null) return ''
  const value: unknown = Reflect.get(body, name)
  return typeof value === 'string' || typeof value === 'number' ? String(value) : ''
}
