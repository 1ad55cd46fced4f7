import type { KeyObject } from 'node:crypto'
import { type DeviceEnvelope, type EventCode, topicRoot } from '@muster/contract'
import { type Chance, chanceOf } from '../chance.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import {
  type TerminalClock,
  type BodyOf,
  type Letter,
  readDown,
  type UpKind,
  writeUp,
  type Link,
  openLink,
  type Credential,
  type Outbox,
  sendLetter,
} from '@muster/terminal'
import type { Inventory } from './inventory.ts'
import type { Tellable } from './performer.ts'
import type { Machine } from './machine.ts'
import { malformed } from './malformed.ts'
import type { Ending, Observer } from './observer.ts'
import type { StoreVisitor } from './storeVisitor.ts'
import { troubleBy } from './troubles.ts'

export interface SessionParts {
  readonly url: string
  readonly signal: AbortSignal
  readonly machine: Machine
  readonly inventory: Inventory
  readonly clock: TerminalClock
  readonly credential: Credential
  readonly password: string
  readonly isLasting: boolean
  readonly serverKey: KeyObject
  readonly seed: string
  readonly scenario: Scenario
  readonly observer: Observer
  readonly outbox: Outbox
  readonly visitor: Pick<StoreVisitor, 'pass'>
  /** How many connections there were before. */
  readonly nth: number
  /** A signed message of the server. */
  readonly onDown: (message: DeviceEnvelope) => void
}

/** Milliseconds that a clean end waits for what is under way. */
const farewell = 1200
/** Heartbeats under way; a server that does not answer gets no more of them. */
const mostUnanswered = 3
/** Seconds after which it says again what is installed. */
const day = 86_400

/** Events whose outcome U-INFO shows. */
const lasting: ReadonlySet<EventCode> = new Set([
  'PAPER_OUT',
  'PRINTER_ERROR',
  'TAMPERED',
  'ROOTED',
  'CLOCK_SKEWED',
])

/** One connection of a registered terminal, from its first word to its last. */
export class Session {
  /** Why the connection ended. */
  readonly closed: Promise<Ending>
  readonly #parts: SessionParts
  readonly #link: Link
  readonly #chance: Chance
  readonly #troubles: Chance
  #ending: Ending = 'lost'
  #timer: NodeJS.Timeout | undefined
  #beats = 0
  /** Seconds since the last report of the location. */
  #sinceLocated = 0
  /** Seconds since the last report of the hardware. */
  #sinceInformed = 0
  /** Seconds since the last list of what is installed. */
  #sinceListed = 0
  /** Seconds since the last report of how applications are used. */
  #sinceUsed = 0
  /** Seconds since the last report of its keys. */
  #sinceKeys = 0
  #unanswered = 0

  private constructor(parts: SessionParts, link: Link) {
    this.#parts = parts
    this.#link = link
    this.#chance = chanceOf(parts.seed, parts.machine.identity.sn, 'beats', parts.nth)
    this.#troubles = chanceOf(parts.seed, parts.machine.identity.sn, 'troubles', parts.nth)
    this.closed = link.closed.then(() => {
      clearTimeout(this.#timer)
      parts.outbox.use(null)
      return this.#ending
    })
  }

  /** Connects, and says what there is to say at first. */
  static async open(parts: SessionParts, isActive: boolean): Promise<Session> {
    const { sn } = parts.machine.identity
    const { credential, password, isLasting } = parts
    const will = letterOf(parts, 'conn', parts.machine.connection('offline', 'lwt'))
    const link = await openLink({
      url: parts.url,
      signal: parts.signal,
      clientId: `d:${sn}`,
      userName: sn,
      password,
      isLasting,
      will: { topic: will.topic, payload: JSON.stringify(will.envelope) },
      onMessage: (_, payload) => receive(parts, payload),
    })
    const session = new Session(parts, link)
    try {
      await link.subscribe(`${topicRoot}/${credential.tenant}/${sn}/down/#`)
    } catch (error) {
      link.cut()
      throw error
    }
    session.#greet(isActive)
    return session
  }

  #greet(isActive: boolean): void {
    const { machine, inventory, outbox } = this.#parts
    void this.#deliver(letterOf(this.#parts, 'conn', machine.connection('online')))
    outbox.use(this.#link)
    if (!isActive) this.send('act', { method: 'auto' })
    this.send('info', machine.information())
    this.send('net', machine.network())
    if (inventory.isNews) this.#tellApps()
    this.#keepKeysTold(0)
    if (machine.configuration.locationSeconds !== 0) this.#locate()
    void this.#sendBeat(letterOf(this.#parts, 'hb', machine.heartbeat()))
    this.beatWithin([0.1, 1])
  }

  /** Sends what the platform must have; presence and beats come again by themselves. */
  send<K extends Exclude<UpKind, 'conn' | 'hb'>>(kind: K, body: BodyOf<K>): void {
    this.#parts.outbox.post(asking(letterOf(this.#parts, kind, body)))
  }

  /** Says now how it is. */
  tell(kind: Tellable): void {
    const { machine } = this.#parts
    if (kind === 'apps') return this.#tellApps()
    if (kind === 'key') return this.#tellKeys()
    if (kind === 'info') this.send('info', machine.information())
    else if (kind === 'net') this.send('net', machine.network())
    else this.send('loc', machine.location())
  }

  /** Sends once, and answers whether it got there: who asks sends it again himself. */
  pass<K extends UpKind>(kind: K, body: BodyOf<K>): Promise<boolean> {
    return this.#deliver(letterOf(this.#parts, kind, body))
  }

  /** As often as D-CFG says; where it says nothing, with every so many beats. */
  #isToLocate(): boolean {
    const { machine, scenario } = this.#parts
    const { locationSeconds } = machine.configuration
    if (locationSeconds === undefined) return this.#beats % scenario.locateEvery === 0
    return locationSeconds > 0 && this.#sinceLocated >= locationSeconds
  }

  /** As often as D-CFG says, beside what makes it report by itself. */
  #isToInform(): boolean {
    const { infoSeconds } = this.#parts.machine.configuration
    return infoSeconds !== undefined && this.#sinceInformed >= infoSeconds
  }

  #inform(): void {
    this.#sinceInformed = 0
    this.send('info', this.#parts.machine.information())
  }

  #tellApps(): void {
    this.#sinceListed = 0
    this.#sinceUsed = 0
    const { machine, inventory, clock } = this.#parts
    this.send('apps', inventory.message(clock.now(), machine.configuration.usageSeconds !== 0))
  }

  /** The whole list, or only how it is used, as often as D-CFG says. */
  #tellSoftware(seconds: number): void {
    const { appsSeconds = day, usageSeconds = 0 } = this.#parts.machine.configuration
    this.#sinceListed += seconds
    this.#sinceUsed += seconds
    if (this.#sinceListed >= appsSeconds) return this.#tellApps()
    if (usageSeconds > 0 && this.#sinceUsed >= usageSeconds) this.#tellUsage()
  }

  #tellUsage(): void {
    this.#sinceUsed = 0
    const usage = this.#parts.inventory.usage(this.#parts.clock.now())
    if (usage) this.send('apps', usage)
  }

  /** Once a day, and when they are others than was told. */
  #keepKeysTold(seconds: number): void {
    const { keys } = this.#parts.machine
    this.#sinceKeys += seconds
    if (keys.isNews || this.#sinceKeys >= day) this.#tellKeys()
  }

  #tellKeys(): void {
    this.#sinceKeys = 0
    this.send('key', this.#parts.machine.keys.tell())
  }

  #locate(): void {
    this.#sinceLocated = 0
    this.send('loc', this.#parts.machine.location())
  }

  #deliver(letter: Letter): Promise<boolean> {
    const { observer, machine } = this.#parts
    return sendLetter(letter, { link: this.#link, sn: machine.identity.sn, observer })
  }

  /** The next heartbeat comes after this part of the interval in force. */
  beatWithin(part: readonly [number, number]): void {
    clearTimeout(this.#timer)
    const seconds = this.#parts.machine.configuration.heartbeatSeconds
    const wait = seconds * this.#chance.between(part) * 1000
    this.#timer = setTimeout(() => this.#beat(seconds), wait)
  }

  #beat(seconds: number): void {
    const { machine, scenario } = this.#parts
    const { jitter } = scenario
    const isOtherNetwork = machine.advance(seconds)
    this.#beats += 1
    const letter = letterOf(this.#parts, 'hb', machine.heartbeat())
    void this.#sendBeat(letter)
    if (this.#chance.happens(scenario.repeated)) void this.#sendBeat(letter)
    if (this.#chance.happens(scenario.malformed)) this.#misbehave(letter.topic)
    if (isOtherNetwork) this.send('net', machine.network())
    this.#tellHappenings()
    this.#parts.visitor.pass()
    this.#sinceLocated += seconds
    if (machine.takeCrossing() || this.#isToLocate()) this.#locate()
    this.#sinceInformed += seconds
    if (machine.takeLocking() || this.#isToInform()) this.#inform()
    this.#tellSoftware(seconds)
    this.#keepKeysTold(seconds)
    // What somebody does to it now is told soon.
    this.beatWithin(machine.params.live() ? [0.05, 0.1] : [1 - jitter, 1 + jitter])
  }

  /** Each as an event of its own; what lasts stands in U-INFO, too. */
  #tellHappenings(): void {
    const { machine } = this.#parts
    const happenings = machine.happenings()
    for (const happening of happenings) this.send('evt', happening)
    const trouble = troubleBy(this.#troubles, this.#parts.scenario.troubles)
    if (trouble) this.send('tkt', trouble)
    if (happenings.some(({ code }) => lasting.has(code))) this.send('info', machine.information())
  }

  async #sendBeat(letter: Letter): Promise<void> {
    if (this.#unanswered >= mostUnanswered) return this.#parts.observer.fault('heartbeat held back')
    this.#unanswered += 1
    await this.#deliver(letter)
    this.#unanswered -= 1
  }

  #misbehave(topic: string): void {
    this.#parts.observer.published('malformed')
    this.#link.publish(topic, malformed(this.#chance)).catch(() => undefined)
  }

  /** Says goodbye and leaves; `closed` then tells this ending. */
  async leave(ending: Ending): Promise<void> {
    this.#ending = ending
    void this.#deliver(
      letterOf(this.#parts, 'conn', this.#parts.machine.connection('offline', ending)),
    )
    await this.#link.leave(farewell)
  }

  /** The line breaks; nobody says a word. */
  cut(ending: Ending): void {
    this.#ending = ending
    this.#link.cut()
  }
}

function letterOf<K extends UpKind>(
  { machine, credential, clock }: SessionParts,
  kind: K,
  body: BodyOf<K>,
): Letter {
  const { sn } = machine.identity
  const sender = { tenant: credential.tenant, sn, ts: clock.now(), seq: machine.nextSeq() }
  return writeUp(kind, body, sender)
}

/** The platform is to say that it is kept. */
const asking = ({ topic, envelope }: Letter): Letter => ({
  topic,
  envelope: { ...envelope, ack: true },
})

function receive(parts: SessionParts, payload: Buffer): void {
  const reading = readDown(payload, parts.machine.identity.sn, parts.serverKey)
  if ('fault' in reading) parts.observer.fault(`down message: ${reading.fault}`)
  else parts.onDown(reading.message)
}
