import { randomUUID } from 'node:crypto'
import {
  type CommandName,
  type CommandRequest,
  commandFeatures,
  type deviceMessages,
  otherParts,
  type SelfTest,
  type UpgradePart,
} from '@muster/contract'
import type * as z from 'zod/mini'
import { type Chance, chanceOf } from '../chance.ts'
import type { Scenario } from '../scenarios/scenario.ts'
import type { TerminalClock } from '@muster/terminal'
import { isForbidden, joinable, mustAgree } from './agentPolicy.ts'
import { Commanded } from './commanded.ts'
import { FenceWalk } from './fenceWalk.ts'
import { driven, type Hardware, later, newHardware, nextHeading } from './hardware.ts'
import { buildOf, type Identity } from './identity.ts'
import { KeySlots } from './keySlots.ts'
import { type EventBody, isSwitchedOn, Mishaps } from './mishaps.ts'
import { type Configuration, obedienceOf } from './obedience.ts'
import { HeldParams } from './heldParams.ts'
import { HeldParts, type PartStore } from './heldParts.ts'
import { locationReport, networkReport, positionSource } from './networkReport.ts'
import { Payments } from './payments.ts'
import type { Done } from './done.ts'
import { type RemoteArguments, RemoteSession } from './remoteSession.ts'
import { testSelf } from './selfTest.ts'

type BodyOf<M extends { body: z.ZodMiniType }> = z.output<M['body']>
type ConnectionBody = BodyOf<typeof deviceMessages.connectionReport>

export interface MachineParts {
  readonly identity: Identity
  readonly seed: string
  readonly scenario: Scenario
  readonly clock: TerminalClock
  /** Keeps what upgrades have put there. */
  readonly store: PartStore | null
}

/** The virtual terminal itself, without its connection: what it is, and what it says of itself. */
export class Machine {
  readonly identity: Identity
  /** Address that it is connected to. */
  endpoint = ''
  readonly commanded = new Commanded()
  readonly keys: KeySlots
  readonly params: HeldParams
  readonly payments: Payments
  readonly parts: HeldParts
  readonly remote: RemoteSession
  bootId = randomUUID()
  bootCount: number
  /** When the settings in force were written. */
  configuredAt = 0
  #configuration: Configuration = { rev: 0, heartbeatSeconds: 120 }
  readonly #parts: MachineParts
  readonly #build
  readonly #chance: Chance
  readonly #mishaps: Mishaps
  readonly #walk: FenceWalk
  #hardware: Hardware
  readonly #home: Hardware
  /** What a traveller's way is drawn from; null: it stays in its shop. */
  readonly #way: Chance | null
  #heading = 0
  #bootedAt: number
  #seq = 0
  /** It went over its fence since its place was reported. */
  #hasCrossed = false
  #wasLocked = false

  constructor(parts: MachineParts) {
    const { identity, seed, clock } = parts
    this.identity = identity
    this.#parts = parts
    this.parts = new HeldParts(parts.store)
    this.#build = buildOf(identity, seed)
    this.remote = new RemoteSession(
      () => clock.now(),
      (item) =>
        chanceOf(seed, identity.sn, 'consent', item).happens(parts.scenario.installs.declines),
    )
    this.#chance = chanceOf(seed, identity.sn, 'hardware')
    this.#hardware = newHardware(this.#chance)
    this.#mishaps = new Mishaps(chanceOf(seed, identity.sn, 'mishaps'), parts.scenario)
    const keyChance = chanceOf(seed, identity.sn, 'keys')
    this.keys = new KeySlots({ identity, chance: keyChance, clock, habits: parts.scenario.keys })
    this.params = new HeldParams(chanceOf(seed, identity.sn, 'params'), parts.scenario.meddles)
    this.payments = new Payments(chanceOf(seed, identity.sn, 'payments'))
    this.#walk = new FenceWalk(chanceOf(seed, identity.sn, 'fence'), parts.scenario.wanders)
    this.#home = this.#hardware
    const way = chanceOf(seed, identity.sn, 'way')
    this.#way = way.happens(parts.scenario.travellers) ? way : null
    this.bootCount = this.#chance.whole([1, 400])
    this.#bootedAt = clock.now() - this.#chance.whole([0, 20 * 86_400]) * 1000
  }

  get firmware(): string {
    return this.versionOf('FIRMWARE') ?? ''
  }

  get agentVersion(): string {
    return this.versionOf('AGENT') ?? ''
  }

  /** What of a part it runs; null: it has none. */
  versionOf(part: UpgradePart): string | null {
    const { firmware, agentVersion, parts } = this.#build
    const made: Partial<Record<UpgradePart, string>> = {
      ...parts,
      FIRMWARE: firmware,
      AGENT: agentVersion,
    }
    return this.parts.version(part) ?? made[part] ?? null
  }

  /** Versions of what it consists of, as U-INFO says them. */
  #versions() {
    const parts = Object.fromEntries(
      otherParts.flatMap((part) => {
        const version = this.versionOf(part)
        return version ? [[part, version] as const] : []
      }),
    )
    return { firmware: this.firmware, agentVersion: this.agentVersion, parts }
  }

  /** D-CFG in force. */
  get configuration(): Configuration {
    return this.#configuration
  }

  set configuration(told: Configuration) {
    if (told.rev !== this.#configuration.rev) this.commanded.follow(told)
    this.#configuration = told
  }

  /** Seconds since it was started. */
  get upSeconds(): number {
    return Math.max(0, Math.floor((this.#parts.clock.now() - this.#bootedAt) / 1000))
  }

  /** What it finds when it tests itself. */
  testSelf(items: readonly SelfTest[]): Readonly<Record<string, string>> {
    const { capabilities, batteryHealthPercent } = this.#build
    const { battery, signal, freeMb } = this.#hardware
    const { printer, isTampered } = this.#mishaps
    const skewSeconds = this.#parts.clock.skewSeconds()
    const own = { capabilities, batteryHealthPercent, battery, signal, freeMb }
    return testSelf(items, { ...own, printer, isTampered, skewSeconds })
  }

  /** The zone that its clock shows. */
  get timeZone(): string {
    return this.commanded.timeZone ?? this.configuration.timeZone ?? this.#build.timezone
  }

  /** What its screen shows of itself. */
  shown() {
    const { sn, model } = this.identity
    const { battery, network } = this.#hardware
    const now = this.#parts.clock.now()
    return { sn, model, size: this.#build.screen, now, timeZone: this.timeZone, battery, network }
  }

  /** Whether it has what a command needs. */
  can(cmd: CommandName): boolean {
    return this.#build.capabilities.includes(commandFeatures[cmd])
  }

  /** Whether what it was told of itself forbids a command; a kiosk is for whoever can be one. */
  isForbidden(command: CommandRequest): boolean {
    const isBeyond = command.cmd === 'START_APP' && !this.#build.capabilities.includes('KIOSK')
    return !isBeyond && isForbidden(command, this.configuration)
  }

  /** Begins a remote session, if its user agrees where he is to be asked. */
  beginRemote(asked: RemoteArguments, item: string): Done {
    const consent = mustAgree(asked.consent, this.configuration)
    return this.remote.begin({ ...asked, consent }, item)
  }

  /** Rises within one boot session. */
  nextSeq(): number {
    this.#seq += 1
    return this.#seq
  }

  /** Erases what it was told and given; who it is and how it proves that stays. */
  forget(): void {
    this.params.forget()
    this.keys.erase()
    this.configuration = { rev: 0, heartbeatSeconds: this.configuration.heartbeatSeconds }
    this.commanded.forget()
  }

  restart(): void {
    this.keys.restart()
    this.remote.end()
    this.bootId = randomUUID()
    this.bootCount += 1
    this.#bootedAt = this.#parts.clock.now()
    this.#seq = 0
  }

  /** Time goes by; answers whether the network is another one now. */
  advance(seconds: number): boolean {
    const before = this.#hardware.network
    const metres = this.#chance.between(this.#parts.scenario.moves)
    this.#hardware = later(this.#hardware, { seconds, metres }, this.#chance)
    this.keys.pass(this.#mishaps.isTampered)
    if (this.takesPayments) this.payments.pass(seconds, this.#parts.clock.now())
    this.#travel()
    this.#walkFence()
    return this.#hardware.network !== before
  }

  /** What has happened to it since it was asked last, as far as D-CFG wants to hear of it. */
  happenings(): EventBody[] {
    const { clock } = this.#parts
    return this.#mishaps
      .next(this.#hardware, clock.skewSeconds(), this.configuration.alarms)
      .filter(({ code }) => isSwitchedOn(this.configuration, code))
      .map((told) => ({ ...told, at: clock.now() }))
  }

  /** Whether it went over its fence since it was asked last. */
  takeCrossing(): boolean {
    const hasCrossed = this.#hasCrossed
    this.#hasCrossed = false
    return hasCrossed
  }

  /** What it shows to people because it is outside its fence; null: nothing. */
  get fenceMessage(): string | null {
    const { fence } = this.configuration
    if (!fence || this.#walk.outsideSince(fence, this.#parts.clock.now()) === null) return null
    return fence.message ?? null
  }

  /** What its lock shows: that of a command, or of the fence that it has left; null: it is not locked. */
  get lock(): { readonly text: string; readonly phone: string | null } | null {
    const { fence } = this.configuration
    if (this.commanded.lock || !fence || !this.can('LOCK')) return this.commanded.lock
    const isLocking = this.#walk.isLocking(fence, this.#parts.clock.now())
    return isLocking ? { text: fence.message ?? '', phone: null } : null
  }

  /** Whether customers can pay here now. */
  get takesPayments(): boolean {
    const { fence, payments = true } = this.configuration
    if (!payments || this.lock) return false
    if (!fence?.noPayments) return true
    return this.#walk.outsideSince(fence, this.#parts.clock.now()) === null
  }

  /** Somebody has it unlocked, wherever it is. */
  unlock(): void {
    this.commanded.lock = null
    this.#walk.pardon()
  }

  /** Whether it locked or unlocked itself since it was asked last. */
  takeLocking(): boolean {
    const isLocked = this.lock !== null
    const hasChanged = isLocked !== this.#wasLocked
    this.#wasLocked = isLocked
    return hasChanged
  }

  /** Somebody takes it out of its fence, or brings it back; it notices with its next heartbeat. */
  carry(isAway: boolean): void {
    this.#walk.carry(isAway)
  }

  #walkFence(): void {
    const { fence } = this.configuration
    if (!fence) return this.#walk.forget()
    const place = this.#walk.move(fence)
    this.#hardware = { ...this.#hardware, ...place }
    if (this.#walk.look(fence, place, this.#parts.clock.now())) this.#hasCrossed = true
  }

  /** One that belongs to a place is where its fence is, on either side. */
  #travel(): void {
    if (!this.#way || this.configuration.fence) return
    const turn = this.#way.between([-0.6, 0.6])
    this.#heading = nextHeading(this.#hardware, this.#home, { heading: this.#heading, turn })
    const metres = this.#way.between(this.#parts.scenario.drives)
    this.#hardware = driven(this.#hardware, { heading: this.#heading, metres })
  }

  connection(s: 'online' | 'offline', r?: string): ConnectionBody {
    const { rev: cfgRev } = this.configuration
    const { agentVersion, bootId } = this
    const net = this.#net
    const ep = this.endpoint
    return s === 'online' ? { s, net, agentVersion, bootId, cfgRev, ep } : { s, ...(r && { r }) }
  }

  heartbeat(): BodyOf<typeof deviceMessages.heartbeat> {
    const { battery, isCharging, signal, temperature, freeMb } = this.#hardware
    return {
      bat: Math.round(battery),
      chg: isCharging,
      net: this.#net,
      sig: signal,
      freeMb,
      temp: Math.round(temperature * 10) / 10,
      up: this.upSeconds,
      cfgRev: this.configuration.rev,
      ep: this.endpoint,
      pay: this.payments.count,
      ...this.params.told(),
    }
  }

  information(): BodyOf<typeof deviceMessages.information> {
    const { bootId, bootCount } = this
    const storageFreeMb = Math.min(this.#hardware.freeMb, this.#build.storageMb)
    const timeZone = this.commanded.timeZone ?? this.configuration.timeZone
    const skewSeconds = this.#parts.clock.skewSeconds()
    const clock = { skewSeconds, ...(timeZone === undefined ? {} : { timezone: timeZone }) }
    const { printer, isRooted, isTampered } = this.#mishaps
    return {
      ...this.#build,
      ...this.#versions(),
      ...clock,
      ...this.#obeyed(),
      bootId,
      bootCount,
      storageFreeMb,
      printer,
      isRooted,
      isTampered,
      isLocked: this.lock !== null,
    }
  }

  /** What it was told of itself, as far as it can do it. */
  #obeyed() {
    const { language = this.configuration.language, wifi, apns, launcher } = this.commanded
    const obeyed = obedienceOf(this.configuration, this.#build.capabilities)
    const settings = {
      ...obeyed,
      ...(wifi.length > 0 && { wifi: [...(obeyed.wifi ?? []), ...wifi].slice(-20) }),
      ...(apns.length > 0 && { apns: [...(obeyed.apns ?? []), ...apns].slice(-10) }),
      ...(launcher !== null && { launcher }),
    }
    // Before the first D-CFG there is nothing to say.
    return { ...(settings.rev > 0 && { settings }), ...(language !== undefined && { language }) }
  }

  /** Whether it says something else of its settings than under those before. */
  isOtherThan(before: Configuration): boolean {
    const [old, now] = [before, this.configuration].map((configuration) => {
      const { rev: _, ...said } = obedienceOf(configuration, this.#build.capabilities)
      return JSON.stringify([said, configuration.language])
    })
    return old !== now
  }

  /** What it cannot do of all that. */
  get refused(): readonly string[] {
    return obedienceOf(this.configuration, this.#build.capabilities).refused
  }

  /** The wireless network that it is on, or would be; null: it may join none that it knows. */
  get #ssid(): string | null {
    const { wifi: [wifi] = [] } = this.configuration
    const own = `shop-${chanceOf(this.#parts.seed, this.identity.sn, 'WIFI').whole([100, 999])}`
    const known = [...this.commanded.wifi.toReversed(), ...(wifi ? [wifi.ssid] : []), own]
    return joinable(known, this.configuration)
  }

  /** Kept from every wireless network that it knows, it goes by the mobile one. */
  get #net(): string {
    const { network } = this.#hardware
    return network === 'WIFI' && this.#ssid === null ? '4G' : network
  }

  network(): BodyOf<typeof deviceMessages.network> {
    const type = this.#net
    const { apns: [apn] = [] } = this.configuration
    const drawn = chanceOf(this.#parts.seed, this.identity.sn, type)
    const own = { ssid: this.#ssid, apn: this.commanded.apns.at(-1) ?? apn?.apn ?? 'internet' }
    return networkReport({ type, signal: this.#hardware.signal, ...own }, drawn)
  }

  location(): BodyOf<typeof deviceMessages.location> {
    const src = positionSource(this.#net, this.configuration)
    const place = locationReport(this.#hardware, src, this.#parts.clock.now())
    return { ...place, ...(this.#walk.state && { fence: this.#walk.state }) }
  }
}
