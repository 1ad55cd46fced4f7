import type { DeviceEnvelope, LogKind } from '@muster/contract'
import { chanceOf } from '../chance.ts'
import { chatterBetween, crashTexts, hangTexts, type Letter, logLine } from './logText.ts'
import type { Configuration } from './obedience.ts'
import type { Ending, Observer } from './observer.ts'

/** Entries that a terminal keeps: a fleet of many shares one memory. */
const kept = 100
/** The furthest that lines which mean nothing go back: they are made when somebody asks. */
const chatterMs = 2 * 3_600_000

/** The letters of what each level keeps. */
const keptLetters: Readonly<Record<string, string>> = {
  DEBUG: 'DIWEF',
  INFO: 'IWEF',
  WARN: 'WEF',
  ERROR: 'EF',
}

interface Entry {
  readonly at: number
  readonly kind: LogKind
  readonly letter: Letter
  /** A crash has many lines. */
  readonly texts: readonly string[]
}

export interface Wanted {
  readonly types: readonly LogKind[]
  readonly from: string | null
  readonly to: string | null
}

/** Hears each line as it is written. */
type Listener = (kind: LogKind, line: string) => void

type LogRules = NonNullable<Configuration['log']>

interface LogParts {
  readonly sn: string
  readonly seed: string
  readonly now: () => number
}

/** What a terminal writes down of what happens to it, as logcat would; the oldest lines go. */
export class TerminalLog {
  readonly #parts: LogParts
  readonly #entries: Entry[] = []
  #listener: Listener | null = null
  #since: number
  #told = 0
  #letters = 'DIWEF'
  /** Bytes that it may keep; a fleet never comes near to what a real terminal has. */
  #room = Number.POSITIVE_INFINITY

  constructor(parts: LogParts) {
    this.#parts = parts
    this.#since = parts.now()
  }

  /** Keeps from now on what D-CFG says, the gravest and the newest. */
  follow({ level = 'DEBUG', ringMb }: LogRules = {}): void {
    this.#letters = keptLetters[level] ?? 'DIWEF'
    this.#room = ringMb === undefined ? Number.POSITIVE_INFINITY : ringMb * 1_048_576
    this.#shrink()
  }

  write(kind: LogKind, text: string, letter: Letter = 'I'): void {
    this.#add({ at: this.#parts.now(), kind, letter, texts: [text] })
  }

  forget(): void {
    this.#entries.length = 0
    this.#since = this.#parts.now()
  }

  /** From now on somebody hears each line; null: nobody. */
  listen(listener: Listener | null): void {
    this.#listener = listener
    this.#told = this.#parts.now()
  }

  /** Tells the listener what was written without anything happening. */
  tellChatter(): void {
    const to = this.#parts.now()
    for (const written of this.#chatter(this.#told, to))
      this.#listener?.(written.kind, logLine(written))
    this.#told = to
  }

  /** The lines of some kinds and of some time, the oldest first. */
  lines({ types, from, to }: Wanted): readonly string[] {
    const now = this.#parts.now()
    const begin = Math.max(from === null ? 0 : Date.parse(from), 0)
    const end = to === null ? now + 1 : Math.min(now + 1, Date.parse(to))
    const since = Math.max(begin, this.#since, now - chatterMs)
    const chatter = this.#chatter(since, end).map((written) => ({
      at: written.at,
      kind: written.kind,
      lines: [logLine(written)],
    }))
    const own = this.#entries.map((entry) => ({ ...entry, lines: linesOf(entry) }))
    return [...own, ...chatter]
      .filter(({ at, kind }) => types.includes(kind) && at >= begin && at < end)
      .toSorted((a, b) => a.at - b.at)
      .flatMap(({ lines }) => lines)
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
        this.write('NETWORK', `disconnected: ${ending}`, ending === 'lost' ? 'W' : 'I')
        if (ending === 'reboot' || ending === 'off') this.write('KERNEL', `going down: ${ending}`)
        other.disconnected(sn, ending)
      },
      acknowledged: (sn: string, message: DeviceEnvelope, milliseconds: number) => {
        this.#note(message)
        other.acknowledged(sn, message, milliseconds)
      },
      commanded: (cmd: string) => {
        this.write('AGENT', `told: ${cmd}`)
        other.commanded(cmd)
      },
      fault: (kind: string) => {
        this.write('SYSTEM', `fault: ${kind}`, 'E')
        other.fault(kind)
      },
    }
  }

  #chance = (...words: readonly (string | number)[]) =>
    chanceOf(this.#parts.seed, this.#parts.sn, 'log', ...words)

  #chatter = (from: number, to: number) =>
    [...chatterBetween(this.#chance, { from, to })].filter(({ letter }) =>
      this.#letters.includes(letter),
    )

  #shrink(): void {
    const bytesOf = (entry: Entry) => linesOf(entry).reduce((sum, line) => sum + line.length + 1, 0)
    if (this.#entries.length > kept) this.#entries.shift()
    if (this.#room === Number.POSITIVE_INFINITY) return
    let bytes = this.#entries.reduce((sum, entry) => sum + bytesOf(entry), 0)
    while (bytes > this.#room) {
      const oldest = this.#entries.shift()
      bytes -= oldest ? bytesOf(oldest) : bytes
    }
  }

  #add(entry: Entry): void {
    if (!this.#letters.includes(entry.letter)) return
    this.#entries.push(entry)
    this.#shrink()
    for (const line of this.#listener ? linesOf(entry) : []) this.#listener?.(entry.kind, line)
  }

  /** What a message tells; a crash and a hang have the traces that such things leave. */
  #note({ type, body, id }: DeviceEnvelope): void {
    const told = (name: string) => textIn(body, name)
    const at = this.#parts.now()
    if (type === 'evt' && told('code') === 'APP_CRASHED') {
      const texts = crashTexts(this.#chance(id), packageIn(body))
      this.#add({ at, kind: 'CRASH', letter: 'E', texts })
    } else if (type === 'task' && told('code') === 'C406') {
      const texts = hangTexts(this.#chance(id), 'com.example.pay')
      this.#add({ at, kind: 'CRASH', letter: 'E', texts })
    }
    const line = lineOf(type, told)
    if (line) this.write(...line)
  }
}

const hangTag = 'ActivityManager'

const linesOf = ({ at, kind, letter, texts }: Entry): readonly string[] => {
  const tag = texts[0]?.startsWith('ANR in') ? { tag: hangTag } : {}
  return texts.map((text) => logLine({ at, kind, letter, text, ...tag }))
}

type Line = readonly [kind: LogKind, text: string, letter?: Letter]

/** What a message says for the log; null: nothing that is worth a line. */
function lineOf(type: string, told: (name: string) => string): Line | null {
  switch (type) {
    case 'task': {
      const text = `${told('item')} ${told('state')} ${told('code')}`.trim()
      return ['AGENT', text, told('state') === 'FAILED' ? 'E' : 'I']
    }
    case 'evt':
      return ['SYSTEM', told('code'), 'W']
    case 'tkt':
      return ['SYSTEM', `trouble reported: ${told('title')}`, 'W']
    case 'key':
      return ['SYSTEM', 'keys told']
    case 'apps':
      return ['APP', `list told: ${told('hash').slice(0, 8)}`]
    case 'loc':
      return ['LOCATION', `told: ${told('src')}`, 'D']
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

function packageIn(body: unknown): string {
  const data: unknown = typeof body === 'object' && body !== null ? Reflect.get(body, 'data') : null
  return textIn(data, 'package') || 'com.example.pay'
}
