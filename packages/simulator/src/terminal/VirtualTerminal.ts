import { EventEmitter, once, setMaxListeners } from 'node:events'
import { deviceMessages } from '@muster/contract'
import type { Scenario } from '../scenarios/scenario.ts'
import { chanceOf } from '../chance.ts'
import { makeTaskHandler } from './agentTasks.ts'
import { type TerminalClock, terminalClock } from './clock.ts'
import { type Command, CommandHandler, type KnownCommand } from './commandHandler.ts'
import { DailyRestart } from './dailyRestart.ts'
import { receiveDown } from './down.ts'
import { drawFate, type Fate } from './fate.ts'
import type { Identity } from './identity.ts'
import { type BodyOf, type Letter, writeUp } from './letter.ts'
import { type AppStore, Inventory, type KeptApp, shippedApps } from './inventory.ts'
import { Line, type Trust } from './line.ts'
import { Machine } from './machine.ts'
import { type Observer, unobserved } from './observer.ts'
import { type LetterStore, Outbox } from './outbox.ts'
import { pause } from './pause.ts'
import type { Done } from './done.ts'
import { perform } from './performer.ts'
import { type Credential, makePassword } from './proof.ts'
import { Software } from './software.ts'
import { measureSpeed } from './speedTest.ts'
import type { TaskHandler } from './taskHandler.ts'
import { UnderWay } from './underWay.ts'

export interface TerminalOptions {
  readonly identity: Identity
  /** Address of the broker; null: as the platform says. */
  readonly mqtt: string | null
  /** Where the platform answers HTTP, for brokers that take passwords which it gives; none unless said. */
  readonly platform?: string | null
  /** Where the platform hands out files and lets its speed be measured; where it answers HTTP unless said. */
  readonly files?: string | null
  /** Enrolment key of its organisation; null for a terminal that has a credential. */
  readonly token: string | null
  readonly credential?: Credential | null
  readonly scenario: Scenario
  readonly seed: string
  /** When the fleet began, epoch milliseconds; now unless said. */
  readonly begun?: number
  readonly observer?: Observer
  /** Waits for its turn to connect; at once unless said. */
  readonly admit?: (signal: AbortSignal) => Promise<void>
  /** Shared by the terminals of one server. */
  readonly trust?: Trust
  /** Keeps letters that wait. */
  readonly letters?: LetterStore | null
  /** Keeps what is installed. */
  readonly apps?: AppStore | null
  /** Keeps a new credential. */
  readonly keep?: (credential: Credential) => void
}

const heard = deviceMessages.upMessages.apps.body

interface Events {
  /** The connection came or went. */
  changed: []
  command: [Command]
  effect: [KnownCommand]
}

interface Screen {
  readonly title: string
  readonly text: string
}

/** A payment terminal as the server sees one: connects, reports, obeys, and has bad days. */
export class VirtualTerminal extends EventEmitter<Events> {
  readonly identity: Identity
  /** What its applications are at. */
  readonly software: Software
  /** What commands have really done, in order. */
  readonly effects: KnownCommand[] = []
  readonly #options: TerminalOptions
  readonly #off = new AbortController()
  readonly #clock: TerminalClock
  readonly #machine: Machine
  readonly #outbox: Outbox
  readonly #commands: CommandHandler
  readonly #inventory: Inventory
  readonly #tasks: TaskHandler
  readonly #underWay = new UnderWay(this.#off.signal)
  readonly #line: Line
  readonly #restarts: DailyRestart
  /** What tests decided about the next commands, before chance does. */
  readonly #decided: Partial<Fate>[] = []
  #credential: Credential | null
  #run: Promise<unknown> | null = null
  #screen: Screen | null = null

  constructor(options: TerminalOptions) {
    super()
    this.setMaxListeners(0)
    setMaxListeners(0, this.#off.signal)
    const { identity, scenario, seed, observer = unobserved, credential = null } = options
    this.identity = identity
    this.#options = options
    this.#credential = credential
    const drawn = chanceOf(seed, identity.sn, 'skew')
    const skew = drawn.between(scenario.skew) * (drawn.happens(0.5) ? 1000 : -1000)
    this.#clock = terminalClock(skew)
    this.#machine = new Machine({ identity, seed, scenario, clock: this.#clock })
    this.#outbox = new Outbox({
      sn: identity.sn,
      observer,
      chance: chanceOf(seed, identity.sn, 'repeat'),
      repeat: scenario.repeat,
      store: options.letters ?? null,
      settled: ({ envelope }) => {
        if (envelope.type === 'act') this.#line.activated()
        const list = envelope.type === 'apps' ? heard.safeParse(envelope.body).data : null
        if (list) this.#inventory.heard(list.hash)
      },
    })
    const shipped = shippedApps(identity, seed, this.#clock.now())
    this.#inventory = new Inventory(shipped, options.apps ?? null)
    this.software = new Software(this.#inventory)
    this.#commands = this.#makeHandler()
    this.#tasks = this.#makeTasks()
    this.#line = this.#makeLine()
    this.#restarts = this.#makeRestarts()
  }

  /** What stands on the screen: the lock; outside its fence, what it says to people there. */
  get screen(): Screen | null {
    const { lock } = this.#machine.commanded
    if (lock) return { title: lock.phone ?? '', text: lock.text }
    const text = this.#machine.fenceMessage
    return text === null ? this.#screen : { title: '', text }
  }

  /** The terminal itself, for whoever looks at what commands have done to it. */
  get machine(): Machine {
    return this.#machine
  }

  get isOnline(): boolean {
    return this.#line.session !== null
  }

  /** How often it was started, and the id of this start. */
  get boot(): { readonly id: string; readonly count: number } {
    return { id: this.#machine.bootId, count: this.#machine.bootCount }
  }

  /** Reports that the platform has not answered yet. */
  get unanswered(): number {
    return this.#outbox.size
  }

  /** A package as it is installed; null: it is not. */
  installed(name: string): KeptApp | null {
    return this.#inventory.find(name)
  }

  start(): void {
    this.#run ??= this.#line.run().catch((error: unknown) => {
      if (!this.#off.signal.aborted) throw error
    })
  }

  /** Says goodbye and switches off, within two seconds. */
  async stop(): Promise<void> {
    const leaving = this.#line.session?.leave('stop')
    this.#off.abort()
    this.#line.release()
    await leaving
    await this.#run
  }

  /** Loses the network, without a word unless `isCut` is false, until `comeBack`. */
  goOffline(isCut = true): void {
    this.#line.hold(isCut)
  }

  /** Somebody takes it out of its fence, or brings it back. */
  carry(isAway: boolean): void {
    this.#machine.carry(isAway)
  }

  comeBack(): void {
    this.#line.release()
  }

  refuseNext(code = 'C402'): void {
    this.#decided.push({ end: 'REFUSED', code })
  }

  failNext(code = 'C406'): void {
    this.#decided.push({ end: 'FAILED', code })
  }

  /** Every report of the next command goes out twice. */
  duplicateNext(): void {
    this.#decided.push({ end: 'SUCCESS', code: null, isDoubled: true })
  }

  /** The next command that arrives. */
  waitForCommand(): Promise<Command> {
    return new Promise((done) => {
      this.once('command', done)
    })
  }

  async untilOnline(): Promise<void> {
    while (!this.isOnline) await once(this, 'changed')
  }

  async untilOffline(): Promise<void> {
    while (this.isOnline) await once(this, 'changed')
  }

  #makeLine(): Line {
    const { mqtt, platform = null, token, seed, scenario, observer = unobserved } = this.#options
    const { begun = Date.now(), admit = () => Promise.resolve() } = this.#options
    const { trust = { serverKey: null } } = this.#options
    const machine = this.#machine
    const clock = this.#clock
    const configured = (isToReport: boolean) => {
      const { session } = this.#line
      session?.beatWithin([0.1, 1])
      if (isToReport) session?.send('info', machine.information())
      this.#restarts.plan()
      this.#line.moveOn()
    }
    const outbox = this.#outbox
    const known = { commands: this.#commands, tasks: this.#tasks }
    const receivers = { machine, clock, ...known, outbox, observer, configured }
    return new Line(
      {
        mqtt,
        platform,
        token,
        seed,
        scenario,
        observer,
        begun,
        admit,
        trust,
        machine,
        inventory: this.#inventory,
        clock,
        outbox,
        signal: this.#off.signal,
        keep: (credential) => this.#keep(credential),
        changed: () => this.emit('changed'),
        onDown: (message) => receiveDown(message, receivers),
      },
      this.#credential,
    )
  }

  #makeRestarts(): DailyRestart {
    const { seed, identity } = this.#options
    return new DailyRestart({
      machine: this.#machine,
      now: () => this.#clock.now(),
      part: chanceOf(seed, identity.sn, 'restart').next(),
      signal: this.#off.signal,
      // What ends it ends the terminal, too.
      restart: () => void this.#reboot(0).catch(() => undefined),
    })
  }

  #keep(credential: Credential): void {
    this.#credential = credential
    this.#options.keep?.(credential)
  }

  #makeHandler(): CommandHandler {
    const { scenario, seed, identity, observer = unobserved } = this.#options
    return new CommandHandler({
      sn: identity.sn,
      clock: this.#clock,
      signal: this.#off.signal,
      underWay: this.#underWay,
      lateWithin: scenario.answers.lateWithin,
      can: (cmd) => this.#machine.can(cmd),
      fateOf: (nth) => ({
        ...drawFate(scenario, seed, identity.sn, nth),
        ...this.#decided.shift(),
      }),
      perform: (command) => this.#perform(command),
      report: (command, body, isDoubled) => this.#report(command, body, isDoubled),
      repeat: (letter) => this.#outbox.post(letter),
      received: (command) => {
        observer.commanded(command.cmd)
        this.emit('command', command)
      },
    })
  }

  #makeTasks(): TaskHandler {
    const { scenario, seed, platform = null, observer = unobserved } = this.#options
    const { files = platform } = this.#options
    return makeTaskHandler({
      machine: this.#machine,
      inventory: this.#inventory,
      clock: this.#clock,
      scenario,
      seed,
      signal: this.#off.signal,
      underWay: this.#underWay,
      platform: files,
      credential: () => this.#credential,
      reachable: () => this.untilOnline(),
      isReachable: () => this.isOnline,
      changed: () => this.#tellApps(),
      report: (task, body) => this.#report(task, body, false),
      repeat: (letter) => this.#outbox.post(letter),
      received: (kind) => observer.commanded(kind),
    })
  }

  /** One that is away tells it when it is back. */
  #tellApps(): void {
    this.#line.session?.send('apps', this.#inventory.report())
  }

  #report(command: Pick<Command, 'messageId'>, body: BodyOf<'task'>, isDoubled: boolean): Letter {
    const letter = writeUp('task', body, {
      tenant: this.#credential?.tenant ?? '',
      sn: this.identity.sn,
      ts: this.#clock.now(),
      seq: this.#machine.nextSeq(),
      cid: command.messageId,
      ack: true,
    })
    this.#outbox.post(letter, isDoubled ? 2 : 1)
    return letter
  }

  #perform(command: KnownCommand): Promise<Done> {
    this.effects.push(command)
    this.emit('effect', command)
    const machine = this.#machine
    const { session } = this.#line
    const { platform = null, files = platform } = this.#options
    return perform(command, {
      machine,
      software: this.software,
      tell: (kind) => {
        if (kind === 'info') session?.send('info', machine.information())
        else if (kind === 'net') session?.send('net', machine.network())
        else if (kind === 'loc') session?.send('loc', machine.location())
        else this.#tellApps()
      },
      show: (screen) => {
        this.#screen = screen
      },
      wipe: () => this.#wipe(),
      reboot: (delay) => this.#reboot(delay),
      // What ends it ends the terminal, too.
      switchOff: () => void this.#switchOff().catch(() => undefined),
      measure: files === null ? null : () => this.#measure(files),
    })
  }

  /** Erases what it was told and given, and all that did not come with it. */
  #wipe(): void {
    this.#screen = null
    this.#machine.forget()
    this.#inventory.wipe()
    this.software.forget()
  }

  #measure(platform: string) {
    const { secret = '' } = this.#credential ?? {}
    const { sn } = this.identity
    const prove = () => makePassword(sn, secret, this.#clock.serverNow())
    return measureSpeed({ platform, sn, prove, signal: this.#off.signal })
  }

  /** Goes when its word on that is heard, and stays away until somebody presses its button. */
  async #switchOff(): Promise<void> {
    const { signal } = this.#off
    const { scenario, seed, identity } = this.#options
    // First its report must be written; nobody waits for an answer for ever.
    for (let waited = 0; waited < 100 && (waited < 2 || this.unanswered > 0); waited += 1)
      await pause(50, signal)
    this.#line.hold(false, 'off')
    await this.untilOffline()
    const chance = chanceOf(seed, identity.sn, 'off', this.#machine.bootCount)
    await pause(chance.between(scenario.off) * 1000, signal)
    this.#machine.restart()
    this.#line.release()
  }

  /** Leaves, comes back as a new boot session, and only then is done. */
  async #reboot(delay: number): Promise<void> {
    await pause(delay * 1000, this.#off.signal)
    if (this.isOnline) this.#line.end('reboot', false)
    await this.untilOffline()
    this.#machine.restart()
    await this.untilOnline()
  }
}
