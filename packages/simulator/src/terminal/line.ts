import type { KeyObject } from 'node:crypto'
import { type Chance, chanceOf } from '../chance.ts'
import { type Absence, absencesOf, type Absences } from './absences.ts'
import { Access, isPasswordExpired } from './access.ts'
import { readServerKey, LinkRefused, type Credential } from '@muster/terminal'
import type { Ending } from './observer.ts'
import { pause } from './pause.ts'
import { Route } from './route.ts'
import { Session, type SessionParts } from './session.ts'

/** What the terminals of a fleet have learnt of their server together. */
export interface Trust {
  /** The key of its last registration: credentials of another server are worth nothing. */
  serverKey: string | null
}

type Own = 'url' | 'credential' | 'password' | 'isLasting' | 'serverKey' | 'nth'

export interface LineParts extends Omit<SessionParts, Own> {
  /** Address of the broker that it was set up with; null: as the platform says. */
  readonly mqtt: string | null
  /** Where the platform answers HTTP; null: the terminal knows the broker only. */
  readonly platform: string | null
  readonly trust: Trust
  /** When the fleet began, epoch milliseconds. */
  readonly begun: number
  /** Waits for its turn among the terminals that want to connect. */
  readonly admit: (signal: AbortSignal) => Promise<void>
  readonly token: string | null
  /** Keeps a new credential for good. */
  readonly keep: (credential: Credential) => void
  readonly changed: () => void
}

/** A terminal's connection over time: connects, stays away, comes back, and never gives up. */
export class Line {
  session: Session | null = null
  #credential: Credential | null
  #serverKey: KeyObject | null = null
  #held: PromiseWithResolvers<void> | null = null
  #tries = 0
  #isRefused = false
  #isActive = false
  #connections = 0
  readonly #parts: LineParts
  readonly #absences: Absences
  readonly #chance: Chance
  readonly #access: Access
  readonly #route: Route
  #moving: NodeJS.Timeout | undefined

  constructor(parts: LineParts, credential: Credential | null) {
    this.#parts = parts
    this.#credential = credential
    const { scenario, seed, begun, machine } = parts
    const { sn } = machine.identity
    if (credential) machine.configuration.heartbeatSeconds = credential.heartbeatSeconds
    this.#absences = absencesOf(scenario, { begun, seed, sn })
    this.#chance = chanceOf(seed, sn, 'reconnect')
    this.#access = new Access(parts)
    this.#route = new Route(this.#access.home, chanceOf(seed, sn, 'route'))
  }

  /** Runs until the terminal is switched off; rejects with the abort then. */
  async run(): Promise<never> {
    const { signal, admit } = this.#parts
    for (;;) {
      await this.#held?.promise
      signal.throwIfAborted()
      await this.#untilReachable()
      await admit(signal)
      try {
        await this.#contact()
      } catch (error) {
        signal.throwIfAborted()
        this.#failed(error)
        await this.#backOff()
      }
    }
  }

  /** Out of reach until `release`. */
  hold(isCut: boolean, ending: Ending = 'absence'): void {
    this.#held ??= Promise.withResolvers()
    this.end(ending, isCut)
  }

  release(): void {
    this.#held?.resolve()
    this.#held = null
  }

  /** The platform has taken the terminal's wish to become active. */
  activated(): void {
    this.#isActive = true
  }

  end(ending: Ending, isCut: boolean): void {
    if (isCut) this.session?.cut(ending)
    else void this.session?.leave(ending)
  }

  /** Goes to another address where it was told to, within a heartbeat: a fleet does not move as one. */
  moveOn(): void {
    const { machine, signal } = this.#parts
    const { endpoints, heartbeatSeconds } = machine.configuration
    clearTimeout(this.#moving)
    if (!this.#route.isAstray(endpoints, Date.now())) return
    const wait = this.#chance.between([0, heartbeatSeconds * 1000])
    this.#moving = setTimeout(() => {
      if (!signal.aborted) this.end('moved', false)
    }, wait)
    this.#moving.unref()
  }

  async #untilReachable(): Promise<void> {
    const absence = this.#absences.current(Date.now())
    if (absence) await pause(absence.until - Date.now(), this.#parts.signal)
  }

  async #contact(): Promise<void> {
    await this.#access.prepare()
    this.#route.home = this.#access.home
    const known = this.#credential
    await this.#converse(known && !this.#isDisowned(known) ? known : await this.#enrol())
  }

  /** Refused, or a credential of an earlier server: the enrolment key opens the door again. */
  #isDisowned({ serverKey }: Credential): boolean {
    const { token, trust } = this.#parts
    if (!token) return false
    return this.#isRefused || (trust.serverKey ?? serverKey) !== serverKey
  }

  async #enrol(): Promise<Credential> {
    const { machine, token, observer, trust } = this.#parts
    this.#isRefused = false
    if (!token) throw new Error('no enrolment key')
    const { identity, firmware, agentVersion } = machine
    const answer = await this.#access.enrol({ identity, firmware, agentVersion, token })
    if ('refused' in answer) throw new Error(`registration: ${answer.refused}`)
    this.#keep(answer.credential)
    trust.serverKey = answer.credential.serverKey
    machine.configuration = { rev: 0, heartbeatSeconds: answer.credential.heartbeatSeconds }
    this.#serverKey = null
    this.#tries = 0
    observer.enrolled(identity.sn)
    return answer.credential
  }

  #keep(credential: Credential): void {
    this.#credential = credential
    this.#parts.keep(credential)
  }

  /** One connection from its first word to its end, and the wait that its end asks for. */
  async #converse(known: Credential): Promise<void> {
    const { observer, machine, signal, scenario, changed } = this.#parts
    const { sn } = machine.identity
    const nth = this.#connections
    const session = await this.#open(await this.#sessionParts(known))
    // Switched off while it connected.
    if (signal.aborted) return session.leave('stop')
    this.session = session
    this.#connections += 1
    this.#tries = 0
    this.#isRefused = false
    observer.connected(sn, nth === 0)
    changed()
    const { ending, absence } = await this.#untilEnded(session)
    this.session = null
    observer.disconnected(sn, ending)
    changed()
    if (ending === 'reboot') await pause(this.#chance.between(scenario.reboot) * 1000, signal)
    else if (ending === 'absence' && absence) await pause(absence.until - Date.now(), signal)
    else if (ending === 'lost') await this.#backOff()
  }

  async #sessionParts(known: Credential): Promise<SessionParts> {
    const { machine } = this.#parts
    this.#serverKey ??= readServerKey(known.serverKey)
    const keys = await this.#access.passwordOf(machine.identity.sn, known)
    if (keys.credential !== known) this.#keep(keys.credential)
    const url = this.#route.choose(machine.configuration.endpoints, Date.now())
    machine.endpoint = url
    const nth = this.#connections
    return { ...this.#parts, ...keys, url, serverKey: this.#serverKey, nth }
  }

  /** What does not answer, or does not know it, is not tried again for a while; home always is. */
  async #open(parts: SessionParts): Promise<Session> {
    try {
      return await Session.open(parts, this.#isActive)
    } catch (error) {
      if (isPasswordExpired(error, parts.credential)) {
        const { pass: _, ...credential } = parts.credential
        this.#keep(credential)
        throw new Error('connect: another password is needed', { cause: error })
      }
      if (parts.url === this.#route.home || error instanceof TypeError) throw error
      this.#route.failed(parts.url, Date.now())
      // It proves nothing against the terminal's credential.
      throw new Error('connect: an access point does not answer', { cause: error })
    }
  }

  async #untilEnded(session: Session): Promise<{ ending: Ending; absence: Absence | null }> {
    const absence = this.#absences.next(Date.now())
    const wait = absence ? Math.max(0, absence.from - Date.now()) : 0
    const isCut = absence?.isCut ?? false
    const timer = absence && setTimeout(() => this.end('absence', isCut), wait)
    const ending = await session.closed
    if (timer) clearTimeout(timer)
    return { ending, absence: this.#held ? null : absence }
  }

  #failed(error: unknown): void {
    const { observer } = this.#parts
    this.#access.failed()
    // A fault of ours is no fault of the network.
    if (error instanceof TypeError) throw error
    if (error instanceof LinkRefused && error.isFinal) this.#isRefused = true
    observer.fault(faultOf(error))
  }

  /** Full jitter, so that a fleet that lost its server does not come back as one. */
  async #backOff(): Promise<void> {
    const [least, most] = this.#parts.scenario.reconnect
    this.#tries += 1
    const ceiling = Math.min(most, Math.max(1, least) * 2 ** Math.min(this.#tries, 10))
    await pause(this.#chance.between([least, Math.max(least, ceiling)]) * 1000, this.#parts.signal)
  }
}

function faultOf(error: unknown): string {
  if (error instanceof LinkRefused) return `connect: code ${error.code}`
  if (error instanceof Error && 'code' in error && typeof error.code === 'string')
    return `connect: ${error.code}`
  return error instanceof Error ? error.message : String(error)
}
