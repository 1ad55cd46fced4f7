import { type LogLevel, logLevels } from './logLevels.ts'

const letters: Readonly<Record<string, LogLevel>> = {
  V: 'VERBOSE',
  D: 'DEBUG',
  I: 'INFO',
  W: 'WARN',
  E: 'ERROR',
  F: 'FATAL',
  A: 'FATAL',
}

/** `11-26 10:02:46.123  1234  1250 E Tag: text`, with or without the year or the thread. */
const android =
  /^(?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d[.\d]*\s+(?:[+-]\d{4}\s+)?(?:\d+\s+){1,3}([VDIWEFA])\s/
/** `E/Tag(1234): text` */
const brief = /^([VDIWEFA])\/[^:]{1,64}:/
/** What other programs write within the first part of a line. */
const words =
  /\b(?:(fatal|panic|emerg|alert|crit(?:ical)?)|(err(?:or)?|failed|exception)|(warn(?:ing)?)|(debug))\b/i

/** How grave a line says it is; null: it does not say. */
export function levelOf(line: string): LogLevel | null {
  const letter = (android.exec(line) ?? brief.exec(line))?.[1]
  if (letter !== undefined) return letters[letter] ?? null
  const [, fatal, error, warning, debug] = words.exec(line.slice(0, 160)) ?? []
  if (fatal) return 'FATAL'
  if (error) return 'ERROR'
  if (warning) return 'WARN'
  return debug ? 'DEBUG' : null
}

/** `11-26 10:02:46.123  1234  1250 E`: the process, with its user before it or not, and the thread. */
const androidProcess =
  /^(?:\d{4}-)?\d\d-\d\d \d\d:\d\d:\d\d[.\d]*\s+(?:[+-]\d{4}\s+)?(?:\d+\s+(?=\d+\s+\d+\s))?(\d+)\s+(?:\d+\s+)?[VDIWEFA]\s/
/** `E/Tag( 1234): text` */
const briefProcess = /^[VDIWEFA]\/[^:]{1,64}?\(\s*(\d+)\):/
/** `Nov 26 10:02:46 n7 agent[1234]: text`, as journals write it. */
const journalProcess = /^.{0,64}?\s[\w@.:/-]{1,64}\[(\d+)\]:/

/** The number of the process that wrote a line; null: it does not say. */
export const processOf = (line: string): string | null =>
  (androidProcess.exec(line) ?? briefProcess.exec(line) ?? journalProcess.exec(line))?.[1] ?? null

/** Whether a line is at least as grave as a level; of unknown gravity counts as information. */
export const isAtLeast = (line: string, level: LogLevel): boolean =>
  logLevels.indexOf(levelOf(line) ?? 'INFO') >= logLevels.indexOf(level)

/** What goes wrong with programs, as logs tell it. */
export const crashKinds = ['CRASH', 'ANR', 'NATIVE', 'KERNEL'] as const
export type CrashKind = (typeof crashKinds)[number]

export interface FoundCrash {
  /** Counted from 0. */
  readonly line: number
  readonly kind: CrashKind
  /** Null: the log does not say whose it was. */
  readonly package: string | null
  /** The line itself, or what it says of the cause. */
  readonly title: string
}

const packageName = '([A-Za-z][A-Za-z0-9_]*(?:\\.[A-Za-z0-9_]+)+)'
const beginnings: readonly (readonly [CrashKind, RegExp, RegExp | null])[] = [
  ['CRASH', /FATAL EXCEPTION\b/, new RegExp(`Process: ${packageName}`)],
  ['ANR', new RegExp(`\\bANR in ${packageName}`), /Reason: (.+)$/],
  ['NATIVE', /Fatal signal \d+ \(SIG[A-Z]+\)/, new RegExp(`>>> ${packageName} <<<`)],
  ['KERNEL', /Kernel panic - not syncing|\bsegfault at [0-9a-f]|dumped core/, null],
]

/** What none of the beginnings is without: most lines need no further look. */
const anyBeginning = /FATAL EXC|\bANR in |Fatal signal|Kernel panic|segfault|dumped core/

/** Lines after its beginning that may say more of a crash. */
const following = 6
const longestTitle = 200

/** Finds crashes and hangs in the lines of a log that it is shown one after the other. */
export class CrashFinder {
  readonly found: FoundCrash[] = []
  readonly #most: number
  #line = 0
  #open: { at: number; kind: CrashKind; package: string | null; title: string } | null = null

  constructor(most: number) {
    this.#most = most
  }

  /** Lines that it has seen. */
  get lines(): number {
    return this.#line
  }

  see(line: string): void {
    const at = this.#line
    this.#line += 1
    if (this.#open) this.#learn(line, at)
    if (this.found.length + (this.#open ? 1 : 0) >= this.#most) return
    if (!anyBeginning.test(line)) return
    for (const [kind, begins] of beginnings) {
      const found = begins.exec(line)
      if (!found) continue
      this.#close()
      this.#open = { at, kind, package: found[1] ?? null, title: titleIn(line) }
      return
    }
  }

  /** All that was found, once there are no more lines. */
  end(): readonly FoundCrash[] {
    this.#close()
    return this.found
  }

  /** The lines after a beginning say whose it was, and why. */
  #learn(line: string, at: number): void {
    const open = this.#open
    if (!open) return
    const more = beginnings.find(([kind]) => kind === open.kind)?.[2]
    const said = more?.exec(line)?.[1]
    if (said !== undefined && open.kind === 'ANR') open.title = said.slice(0, longestTitle)
    else if (said !== undefined) open.package = said
    const cause = open.kind === 'CRASH' ? /:\s*([\w.$]+(?:Exception|Error)\b.*)$/.exec(line) : null
    if (cause?.[1] !== undefined) open.title = cause[1].slice(0, longestTitle)
    if (cause || at - open.at >= following) this.#close()
  }

  #close(): void {
    const open = this.#open
    this.#open = null
    if (!open) return
    const { at: line, kind, title } = open
    this.found.push({ line, kind, package: open.package, title })
  }
}

/** What a line says, without when and who. */
const titleIn = (line: string): string =>
  line.replace(/^.*?\s[VDIWEFA]\s+/, '').slice(0, longestTitle)
