import { mkdirSync } from 'node:fs'
import { dirname } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { DeferReason } from '@muster/contract/protocol'
import {
  askParams,
  type Circumstances,
  isForced,
  largeParamBytes,
  mostArchiveBytes,
  readArchive,
  waitsFor,
  waitsForWifi,
} from '@muster/terminal'
import type { Handler } from './config.ts'
import { remove, writeSurely } from './disk.ts'
import { readBattery } from './facts.ts'
import { download } from './files.ts'
import { packageOf } from './leftovers.ts'
import type { Line } from './line.ts'
import { readNetwork } from './network.ts'
import { type HeldSet, heldSet, keepParams, putBackParams, strayIn, tryParams } from './params.ts'
import { run } from './program.ts'
import {
  type Ended,
  Expired,
  failed,
  type Going,
  refused,
  success,
  type Task,
  type Tools,
} from './tools.ts'
import { faultOfUpgrade, lacksRoom } from './upgradeGate.ts'

interface Doing {
  readonly tools: Tools
  readonly going: Going
}

/** So often values are asked for where no answer comes. */
const mostTries = 5
/** Milliseconds between two looks at what a task waits for. */
const lookMs = 15_000

const pathOf = ({ config }: Tools, item: string) => packageOf(config.state, item)

/** Does a task: values of parameters by itself, all else by what is set up for its kind. */
export async function performTask(task: Task, doing: Doing): Promise<Ended> {
  if (task.kind === 'PARAM') return giveValues(task, doing)
  const handler = doing.tools.config.handlers[task.kind]
  if (!handler) return refused('C402')
  const { artifact } = task
  const { lines } = doing.going
  if (artifact) {
    const isKept = (now: Circumstances) =>
      waitsForWifi(task.opt, now) || waitsForWifi(doing.tools.downloads(), now)
    const path = pathOf(doing.tools, task.item)
    const fetch = async () => {
      if (lacksRoom(task, doing.tools)) return 'D107'
      mkdirSync(dirname(path), { recursive: true, mode: 0o700 })
      return download(artifact, path, doing)
    }
    const inTheWay = (now: Circumstances) => (isKept(now) ? 'WIFI' : null)
    const code = await whenFree({ doing, line: lines.fetching, inTheWay }, fetch)
    if (code !== null) return failed(code)
    doing.going.say({ state: 'RUNNING', step: 'DOWNLOADED', pct: 100, bytes: artifact.size })
    doing.going.say({ state: 'RUNNING', step: 'VERIFIED', bytes: artifact.size })
  }
  const inTheWay = (now: Circumstances) => waitsFor(task.opt, now) ?? wantsYes(task, now)
  return whenFree({ doing, line: lines.doing, inTheWay }, () => handle(handler, task, doing))
}

/** What became of a task that was begun when the agent, or its machine, went down. */
export async function recoverTask(task: Task, doing: Doing): Promise<Ended> {
  const handler = doing.tools.config.handlers[task.kind]
  const interrupted = failed('I201', 'the agent was ended while it did this')
  if (!handler?.check) return interrupted
  const check = { ...handler, run: handler.check }
  return whenFree({ doing, line: doing.going.lines.doing, inTheWay: nothing }, async () => {
    const { code } = await run(check, valuesOf(task, doing))
    return code === 0 ? ended(task, doing) : interrupted
  })
}

const nothing = () => null

/** Nobody stands at a machine like this: what asks its user waits until it need not. */
const wantsYes = ({ opt }: Task, { now }: Circumstances) =>
  opt.ask && !isForced(opt, now) ? 'USER' : null

type InTheWay = (now: Circumstances) => DeferReason | null

/** Waits as long as something is in the way, and says each reason once. */
async function untilFree(doing: Doing, inTheWay: InTheWay): Promise<void> {
  let said: string | null = null
  for (;;) {
    const reason = inTheWay(circumstances(doing.tools))
    if (reason === null) return
    if (reason !== said) doing.going.say({ state: 'DEFERRED', reason })
    said = reason
    await pause(doing)
  }
}

/** Lets time pass until the next look; who waits beyond its time has ended. */
async function pause({ tools, going }: Doing): Promise<void> {
  const left = going.exp > 0 ? going.exp - tools.clock.serverNow() : lookMs
  if (left <= 0) throw new Expired()
  await sleep(Math.min(lookMs, left), undefined, { signal: going.signal, ref: false })
}

/** Does something when nothing is in the way and its turn has come: who has to wait lets others go before. */
async function whenFree<T>(
  { doing, line, inTheWay }: { doing: Doing; line: Line; inTheWay: InTheWay },
  act: () => Promise<T>,
): Promise<T> {
  for (;;) {
    await untilFree(doing, inTheWay)
    const { come, leave } = line.join()
    try {
      const turn = come?.then(() => true)
      while (turn && (await Promise.race([turn, pause(doing)])) !== true);
      doing.going.signal.throwIfAborted()
      // While it stood in line a window may have closed.
      if (inTheWay(circumstances(doing.tools)) === null) return await act()
    } finally {
      leave()
    }
  }
}

function circumstances({ config, clock, timeZone }: Tools): Circumstances {
  const battery = readBattery(config.system)
  return {
    now: clock.serverNow(),
    timeZone: timeZone(),
    // What has none hangs on the mains.
    battery: battery?.percent ?? 100,
    isCharging: battery?.isCharging ?? true,
    network: readNetwork(config.system).type,
    isBusy: false,
  }
}

async function handle(handler: Handler, task: Task, doing: Doing): Promise<Ended> {
  const { going, tools } = doing
  const fault = isOutdated(task, tools) ? 'I203' : faultOfUpgrade(task, tools)
  if (fault !== null) return failed(fault)
  going.say({ state: 'RUNNING', step: 'INSTALLING' })
  going.begin()
  const values = valuesOf(task, doing)
  const { code, output } = await run(handler, values)
  if (code !== 0) return failed('I201', output || 'it took too long, or was ended')
  if (handler.check) {
    going.say({ state: 'RUNNING', step: 'CONFIRMING' })
    const found = await run({ ...handler, run: handler.check }, values)
    if (found.code !== 0) return failed('I201', found.output || 'what it did is not there')
  }
  tools.log(`${task.kind} of ${values['package']} is done`)
  return ended(task, doing)
}

/** A later version came while it waited: no older one replaces that unless it says so. */
const isOutdated = ({ kind, pkg = '', vc = 0, opt }: Task, { inventory }: Tools): boolean =>
  kind === 'APP_INSTALL' && !opt.downgrade && (inventory.find(pkg)?.vc ?? 0) > vc

const valuesOf = (task: Task, { tools }: Doing): Record<string, string> => ({
  file: task.artifact ? pathOf(tools, task.item) : '',
  name: task.artifact?.name ?? '',
  package: task.pkg ?? task.upgrade?.part ?? '',
  version: task.vn ?? task.upgrade?.version ?? '',
  versionCode: String(task.vc ?? ''),
  item: task.item,
})

/** Puts down what is installed now: the platform believes that, more than a word of success. */
async function ended(task: Task, { tools, going }: Doing): Promise<Ended> {
  const { tell, log } = tools
  const onError = (error: unknown) => {
    log(`what is installed cannot be written yet: ${String(error)}`)
    // It is installed: its package may be what takes the room.
    remove(pathOf(tools, task.item))
  }
  await writeSurely(() => putDown(task, tools), { signal: going.signal, onError })
  tell(task.upgrade ? 'info' : 'apps')
  // Its handler has a check, which has found the machine well.
  return task.upgrade ? { ...success, result: { health: 'ok' } } : success
}

function putDown(task: Task, { inventory, clock }: Tools): void {
  const { pkg: p = '', vc = 0, vn, artifact, upgrade } = task
  if (upgrade) inventory.putPart(upgrade.part, upgrade.version)
  else if (task.kind === 'APP_UNINSTALL') inventory.remove(p)
  else if (task.kind === 'APP_INSTALL') {
    const now = clock.now()
    const inst = inventory.find(p)?.inst ?? now
    const size = artifact?.size ?? 0
    inventory.put({ p, vc, ...(vn && { vn }), src: 'PUSH', size, inst, upd: now, en: true })
  }
}

async function giveValues(task: Task, doing: Doing): Promise<Ended> {
  const { going, tools } = doing
  const { pkg = '' } = task
  const folder = tools.config.params
  if (folder === undefined) return refused('C402')
  await untilFree(doing, (now) => (waitsForWifi(task.opt, now) ? 'WIFI' : null))
  going.say({ state: 'RUNNING', step: 'DOWNLOADING', pct: 0, bytes: 0 })
  const { lines } = going
  const held = heldSet(folder, pkg)
  for (const base of held ? [held, null] : [null]) {
    const fetched = await fetchValues(task, base, doing)
    if ('code' in fetched) return failed(fetched.code)
    const { archive, size } = fetched
    // What a part does not make a whole of is asked for as a whole.
    if (base !== null && archive === null) continue
    if (!archive) return failed('D105', fetched.why)
    if (archive.manifest.package !== pkg) return failed('D105', 'the values are of another package')
    const stray = strayIn(archive)
    if (stray !== undefined)
      return failed('D105', `${JSON.stringify(stray)} is no name of a file here`)
    const put = async (): Promise<Ended | 'outdated' | null> => {
      if (heldSet(folder, pkg)?.hash !== held?.hash) return 'outdated'
      const link = tryParams(folder, archive, base)
      if (link === null) return null
      going.say({ state: 'RUNNING', step: 'VERIFIED', bytes: size })
      return apply({ folder, link, archive }, doing)
    }
    const end = await whenFree({ doing, line: lines.doing, inTheWay: nothing }, put)
    // Another task has brought values since these were asked for.
    if (end === 'outdated') return giveValues(task, doing)
    if (end !== null) return end
  }
  return failed('D105')
}

/** What differs from what the package has, or all of it; no archive: it is not what it should be, and why. */
async function fetchValues({ item }: Task, base: HeldSet | null, doing: Doing) {
  const { tools, going } = doing
  const { config, sn, prove, secret } = tools
  const { signal } = going
  const asked = { platform: config.server, sn, item, signal, ...(base && { have: base.hash }) }
  for (let failures = 0; ; ) {
    const isKept = (now: Circumstances) => waitsForWifi(tools.downloads(), now)
    const mostBytes = isKept(circumstances(tools)) ? largeParamBytes : mostArchiveBytes
    const fetched = await askParams({ ...asked, mostBytes, proof: prove() })
    if ('size' in fetched) {
      const { size } = fetched
      if (size > mostArchiveBytes)
        return { archive: null, size, why: `the archive has ${size} bytes or more` }
      // A large one waits as every download does.
      await untilFree(doing, (now) => (isKept(now) ? 'WIFI' : null))
      continue
    }
    if ('wait' in fetched) {
      await sleep(fetched.wait * 1000, undefined, { signal })
      continue
    }
    if (!('code' in fetched)) {
      const { bytes } = fetched
      const size = bytes.length
      return readArchive(bytes, secret, base?.values ?? null).then(
        (archive) => ({ archive, size, why: '' }),
        (error: unknown) => ({
          archive: null,
          size,
          why: error instanceof Error ? error.message : String(error),
        }),
      )
    }
    failures += 1
    if (fetched.code !== 'D101' || failures === mostTries) return fetched
    await sleep(500 * 2 ** failures, undefined, { signal })
  }
}

interface Tried {
  readonly folder: string
  readonly link: string
  readonly archive: Awaited<ReturnType<typeof readArchive>>
}

/** Asks the program whether new values are good; the package has those before again where they are not. */
async function apply({ folder, link, archive }: Tried, { tools }: Doing): Promise<Ended> {
  const { config, tell } = tools
  const { package: name } = archive.manifest
  const words = { package: name, folder: link }
  const ran = config.applied && (await run(config.applied, words))
  if (ran && ran.code !== 0) {
    const hasOld = putBackParams(folder, name)
    if (hasOld && config.applied) await run(config.applied, words)
    tell('hb')
    return failed('P308', ran.output)
  }
  keepParams(folder, name)
  tell('hb')
  return success
}
