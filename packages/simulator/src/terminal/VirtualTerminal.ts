import { EventEmitter, once, setMaxListeners } from 'node:events'
import { deviceMessages } from '@muster/contract'
import { chanceOf } from '../chance.ts'
import { makeTaskHandler } from './agentTasks.ts'
import {
  type TerminalClock,
  terminalClock,
  type BodyOf,
  type Letter,
  writeUp,
  type Credential,
  Outbox,
} from '@muster/terminal'
import {
  type Command,
  CommandHandler,
  type CommandReport,
  type KnownCommand,
} from './commandHandler.ts'
import { DailyRestart } from './dailyRestart.ts'
import { receiveDown } from './down.ts'
import { DownloadGate } from './downloadGate.ts'
import { drawFate, type Fate } from './fate.ts'
import type { Identity } from './identity.ts'
import { type Inventory, inventoryOf } from './inventory.ts'
import type { KeptApp } from './keptApp.ts'
import { Line } from './line.ts'
import { Machine } from './machine.ts'
import { unobserved } from './observer.ts'
import type { Done } from './done.ts'
import { FileTasks } from './fileTasks.ts'
import { perform, type Screen } from './performer.ts'
import { PlatformFiles } from './platformFiles.ts'
import { Power } from './power.ts'
import { screenPicture } from './screenPicture.ts'
import { Software } from './software.ts'
import { StoreVisitor } from './storeVisitor.ts'
import type { TaskHandler } from './taskHandler.ts'
import { TerminalLog } from './terminalLog.ts'
import { Tracer } from './tracer.ts'
import type { Events } from './terminalEvents.ts'
import { drawnSkew, type TerminalOptions } from './terminalOptions.ts'
import { UnderWay } from './underWay.ts'

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
  readonly #power: Power
  readonly #files: PlatformFiles
  readonly #gate: DownloadGate
  readonly #log: TerminalLog
  readonly #tracer: Tracer
  /** What it was given as files. */
  readonly files: FileTasks
  /** What tests decided about the next commands, before chance does. */
  readonly #decided: Partial<Fate>[] = []
  /** When it gets at the platform. */
  readonly #reach = { reachable: () => this.untilOnline(), isReachable: () => this.isOnline }
  /** One that is away tells it when it is back. */
  readonly #tellApps = () => this.#line.session?.tell('apps')
  #credential: Credential | null
  #run: Promise<unknown> | null = null
  #screen: Screen | null = null

  constructor(options: TerminalOptions) {
    super()
    this.setMaxListeners(0)
    setMaxListeners(0, this.#off.signal)
    const { identity, scenario, seed, credential = null } = options
    this.identity = identity
    this.#credential = credential
    this.#clock = terminalClock(drawnSkew(options))
    this.#log = new TerminalLog({ sn: identity.sn, seed, now: () => this.#clock.now() })
    const observer = this.#log.beside(options.observer ?? unobserved)
    this.#options = { ...options, observer }
    const [clock, store] = [this.#clock, options.apps ?? null]
    this.#machine = new Machine({ identity, seed, scenario, clock, store })
    this.#outbox = this.#makeOutbox()
    this.#inventory = inventoryOf(identity, { seed, now: this.#clock.now(), store })
    this.software = new Software(this.#inventory)
    this.#files = this.#makeWay()
    this.#gate = new DownloadGate({ machine: this.#machine, clock, scenario })
    this.files = this.#makeFiles()
    this.#tracer = new Tracer(this.#log, this.#off.signal, () => this.#line.session)
    this.#commands = this.#makeHandler()
    this.#tasks = this.#makeTasks()
    this.#line = this.#makeLine()
    this.#power = this.#makePower()
    this.#restarts = this.#makeRestarts()
  }

  /** What stands on the screen: the lock; outside its fence, what it says to people there. */
  get screen(): Screen | null {
    const { lock } = this.#machine
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

  /** Somebody who stands at it sets a parameter of an application himself. */
  setParam(name: string, pid: string, value: string): void {
    this.#machine.params.edit(name, pid, value)
    this.#line.session?.beatWithin([0, 0])
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

  #makeOutbox(): Outbox {
    const { identity, seed, scenario, observer = unobserved, letters = null } = this.#options
    return new Outbox({
      sn: identity.sn,
      observer,
      chance: chanceOf(seed, identity.sn, 'repeat'),
      repeat: scenario.repeat,
      store: letters,
      settled: ({ envelope }) => {
        if (envelope.type === 'act') this.#line.activated()
        if (envelope.type !== 'apps') return
        const { full, hash } = deviceMessages.upMessages.apps.body.parse(envelope.body)
        if (full) this.#inventory.heard(hash)
      },
    })
  }

  #makeWay(): PlatformFiles {
    const { platform = null, files = platform } = this.#options
    const { sn } = this.identity
    const [clock, signal, credential] = [this.#clock, this.#off.signal, () => this.#credential]
    return new PlatformFiles({ sn, clock, signal, platform: files, credential })
  }

  #shared() {
    const { scenario, seed } = this.#options
    const [machine, gate] = [this.#machine, this.#gate]
    return { scenario, seed, machine, gate, files: this.#files, signal: this.#off.signal }
  }

  #makeFiles(): FileTasks {
    return new FileTasks({
      ...this.#shared(),
      ...this.#reach,
      log: this.#log,
      takePicture: () => screenPicture({ ...this.#machine.shown(), said: this.screen }),
    })
  }

  #makePower(): Power {
    return new Power({
      ...this.#shared(),
      line: () => this.#line,
      unanswered: () => this.unanswered,
      untilOnline: () => this.untilOnline(),
      untilOffline: () => this.untilOffline(),
    })
  }

  #makeLine(): Line {
    const { mqtt, platform = null, token, seed, scenario, observer = unobserved } = this.#options
    const { begun = Date.now(), admit = () => Promise.resolve() } = this.#options
    const { trust = { serverKey: null } } = this.#options
    const [machine, clock, outbox] = [this.#machine, this.#clock, this.#outbox]
    const configured = (isToReport: boolean) => {
      const { session } = this.#line
      session?.beatWithin([0.1, 1])
      if (isToReport) session?.send('info', machine.information())
      this.#log.follow(machine.configuration.log)
      this.#restarts.plan()
      this.#line.moveOn()
    }
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
        visitor: new StoreVisitor({ ...this.#shared(), inventory: this.#inventory }),
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
      restart: () => void this.#power.reboot(0).catch(() => undefined),
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
      isForbidden: (command) => this.#machine.isForbidden(command),
      fateOf: (nth) => ({
        ...drawFate(scenario, seed, identity.sn, nth),
        ...this.#decided.shift(),
      }),
      perform: (command, how) => this.#perform(command, how),
      trace: (command) => this.#tracer.obey(command),
      report: (command, body, isDoubled) => this.#report(command, body, isDoubled),
      repeat: (letter) => this.#outbox.post(letter),
      received: (command) => {
        observer.commanded(command.cmd)
        this.emit('command', command)
      },
    })
  }

  #makeTasks(): TaskHandler {
    const { observer = unobserved } = this.#options
    return makeTaskHandler({
      ...this.#shared(),
      inventory: this.#inventory,
      software: this.software,
      clock: this.#clock,
      underWay: this.#underWay,
      ...this.#reach,
      changed: this.#tellApps,
      applied: () => this.#line.session?.beatWithin([0, 0]),
      upgraded: () => this.#line.session?.send('info', this.#machine.information()),
      reboot: () => this.#power.reboot(0),
      die: () => this.#power.die(),
      report: (task, body) => this.#report(task, body, false),
      repeat: (letter) => this.#outbox.post(letter),
      received: (kind) => observer.commanded(kind),
    })
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

  #perform(command: KnownCommand, how: CommandReport): Promise<Done> {
    this.effects.push(command)
    this.emit('effect', command)
    const machine = this.#machine
    return perform(command, {
      machine,
      software: this.software,
      files: this.files,
      how,
      tell: (kind) => this.#line.session?.tell(kind),
      show: (screen) => {
        this.#screen = screen
      },
      press: (first, others) =>
        chanceOf(this.#options.seed, this.identity.sn, 'button', how.command.item).pick([
          first,
          ...others,
        ]),
      wipe: () => this.#wipe(),
      reboot: (delay) => this.#power.reboot(delay),
      // What ends it ends the terminal, too.
      switchOff: () => void this.#power.switchOff().catch(() => undefined),
      measure: this.#files.measure,
    })
  }

  /** Erases what it was told and given, and all that did not come with it. */
  #wipe(): void {
    this.#screen = null
    this.#machine.forget()
    this.#inventory.wipe()
    this.files.wipe()
    this.software.forget()
  }
}
