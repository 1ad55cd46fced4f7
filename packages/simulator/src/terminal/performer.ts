import type { CommandRequest } from '@muster/contract'
import type { CommandReport } from './commandHandler.ts'
import type { Done } from './done.ts'
import type { FileTasks } from './fileTasks.ts'
import type { Machine } from './machine.ts'
import { runShell } from './shell.ts'
import type { Software } from './software.ts'
import type { measureSpeed } from './speedTest.ts'

/** What stands on a terminal's screen. */
export interface Screen {
  readonly title: string
  readonly text: string
  /** The picture beside it, as the platform calls it. */
  readonly picture?: string
}

/** What it says of itself when it is asked to. */
export type Tellable = 'info' | 'net' | 'loc' | 'apps' | 'key'

/** What a command acts on. */
export interface Stage {
  readonly machine: Machine
  readonly software: Software
  readonly files: FileTasks
  readonly how: CommandReport
  readonly tell: (kind: Tellable) => void
  readonly show: (screen: Screen) => void
  /** Which of some buttons whoever stands at it presses. */
  readonly press: (first: string, others: readonly string[]) => string
  readonly wipe: () => void
  readonly reboot: (delay: number) => Promise<void>
  readonly switchOff: () => void
  /** Null: it knows no way to the platform's HTTP. */
  readonly measure: (() => ReturnType<typeof measureSpeed>) | null
}

const done: Done = {}
const unless = (code: string | null): Done => (code === null ? done : { code })

/** Does what a command says. */
export async function perform(command: CommandRequest, stage: Stage): Promise<Done> {
  const { machine, tell } = stage
  switch (command.cmd) {
    case 'REBOOT':
      await stage.reboot(command.args.delay)
      return done
    case 'SHUTDOWN':
      stage.switchOff()
      return done
    case 'SYNC':
      if (command.args.info) tell('info')
      if (command.args.net) tell('net')
      if (command.args.location) tell('loc')
      if (command.args.apps) tell('apps')
      if (command.args.keys) tell('key')
      return done
    case 'LOCATE':
      tell('loc')
      return done
    case 'MESSAGE':
      return showMessage(command.args, stage)
    case 'WIPE':
      stage.wipe()
      await stage.reboot(0)
      return done
    case 'LOCK':
      machine.commanded.lock = command.args
      tell('info')
      return done
    case 'UNLOCK':
      machine.unlock()
      tell('info')
      return done
    default:
      return performMore(command, stage)
  }
}

type Message = Extract<CommandRequest, { cmd: 'MESSAGE' }>['args']

/** Shows a text, with its picture where there is one; answers which button was pressed. */
async function showMessage(message: Message, stage: Stage): Promise<Done> {
  const { title, text, buttons, fileId } = message
  const code = fileId === null ? null : await stage.files.fetchPicture(stage.how)
  if (code !== null) return { code }
  stage.show({ title, text, ...(fileId !== null && { picture: fileId }) })
  const [first, ...others] = buttons
  return first === undefined ? done : { result: { button: stage.press(first, others) } }
}

type More = Exclude<
  CommandRequest,
  { cmd: 'REBOOT' | 'SHUTDOWN' | 'SYNC' | 'LOCATE' | 'MESSAGE' | 'WIPE' | 'LOCK' | 'UNLOCK' }
>

function performMore(command: More, stage: Stage): Done | Promise<Done> {
  const { machine, software } = stage
  switch (command.cmd) {
    case 'START_APP':
      // Whoever stands at it sees the lock, and nothing else.
      return unless(machine.lock ? 'C402' : software.start(command.args.package))
    case 'STOP_APP':
      return unless(software.stop(command.args.package))
    case 'CLEAR_APP_DATA':
      return unless(software.clear(command.args.packages))
    case 'SELF_TEST':
      return { result: machine.testSelf(command.args.items) }
    case 'SPEED_TEST':
      return stage.measure ? measured(stage.measure) : { code: 'C401' }
    case 'SHELL': {
      const output = runShell(command.args.command, stage)
      return output === null ? { code: 'C402' } : { result: { output } }
    }
    case 'PUSH_FILE':
    case 'CERT_UPDATE':
    case 'LOG_PULL':
    case 'SCREENSHOT':
      return performWithFile(command, stage)
    case 'RKI': {
      const result = machine.keys.inject(command.args.slots)
      stage.tell('key')
      return { result }
    }
    case 'REMOTE_START':
      if (machine.lock) return { code: 'C402' }
      return machine.beginRemote(command.args, stage.how.command.item)
    default:
      return changeSetting(command, stage)
  }
}

type WithFile = Extract<More, { cmd: 'PUSH_FILE' | 'CERT_UPDATE' | 'LOG_PULL' | 'SCREENSHOT' }>

function performWithFile(command: WithFile, { files, how }: Stage): Promise<Done> {
  switch (command.cmd) {
    case 'PUSH_FILE':
      return files.put(command.args.path, how)
    case 'CERT_UPDATE':
      return files.trust(how)
    case 'LOG_PULL':
      return files.handInLog(command.args, how)
    case 'SCREENSHOT':
      return files.handInScreen(how)
  }
}

async function measured(measure: NonNullable<Stage['measure']>): Promise<Done> {
  const found = await measure()
  return 'code' in found ? found : { result: found }
}

type Setting = Extract<
  CommandRequest,
  { cmd: 'SET_LAUNCHER' | 'SET_TIME_ZONE' | 'SET_LANGUAGE' | 'SET_WIFI' | 'SET_APN' }
>

/** Says of itself then what it is like now. */
function changeSetting(command: Setting, stage: Stage): Done {
  const { tell } = stage
  const fault = set(command, stage)
  if (fault !== null) return { code: fault }
  tell('info')
  if (command.cmd === 'SET_WIFI' || command.cmd === 'SET_APN') tell('net')
  return done
}

function set(command: Setting, { software, machine: { commanded } }: Stage): string | null {
  switch (command.cmd) {
    case 'SET_LAUNCHER':
      if (!software.has(command.args.package)) return 'P305'
      commanded.launcher = command.args.package
      return null
    case 'SET_TIME_ZONE':
      commanded.timeZone = command.args.zone
      return null
    case 'SET_LANGUAGE':
      commanded.language = command.args.language
      return null
    case 'SET_WIFI':
      if (command.args.security !== 'OPEN' && command.args.password === null) return 'C403'
      commanded.join(command.args.ssid)
      return null
    case 'SET_APN':
      commanded.use(command.args.apn)
      return null
  }
}
