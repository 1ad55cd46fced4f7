import { setTimeout as sleep } from 'node:timers/promises'
import type { Artifact, CommandRequest } from '@muster/contract/protocol'
import { handIn } from '@muster/terminal'
import { readBootId } from './facts.ts'
import { putFile } from './files.ts'
import { packLogs } from './logs.ts'
import { run } from './program.ts'
import { type Ended, failed, type Going, refused, success, type Tools } from './tools.ts'

/** Does what a command says; what this agent is not made for is refused. */
export async function perform(
  command: CommandRequest,
  artifact: Artifact | undefined,
  { tools, going }: { readonly tools: Tools; readonly going: Going },
): Promise<Ended> {
  const { config, tell } = tools
  switch (command.cmd) {
    case 'SYNC': {
      const { info, net, location, apps, keys } = command.args
      // A machine has no slots of keys to tell of.
      if (keys) return refused('C401')
      if (info) tell('info')
      if (net) tell('net')
      if (location && config.location) tell('loc')
      if (apps) tell('apps')
      return success
    }
    case 'LOCATE':
      if (!config.location) return refused('C402')
      tell('loc')
      return success
    case 'MESSAGE':
      return showMessage(command.args, tools, going)
    case 'REBOOT':
      return restart(command.args.delay, tools, going)
    case 'SHUTDOWN':
      if (!config.shutdown) return refused('C402')
      going.begin()
      tools.switchOff(config.shutdown)
      return success
    case 'LOG_PULL': {
      const bytes = await packLogs(config.logs, command.args)
      return hand(bytes, tools, going)
    }
    case 'PUSH_FILE':
      return putFile(command.args.path, artifact, { tools, going })
    default:
      return refused('C401')
  }
}

/** What became of a command that was begun when the agent, or its machine, went down. */
export async function recover(cmd: string, bootId: string | null, tools: Tools): Promise<Ended> {
  if (cmd === 'REBOOT' && bootId !== null)
    return untilRestarted(bootId, tools.config.reboot?.seconds ?? 0, tools)
  return failed('C406', 'the agent was ended while it did this')
}

type Message = Extract<CommandRequest, { cmd: 'MESSAGE' }>['args']

async function showMessage(message: Message, tools: Tools, { begin }: Going): Promise<Ended> {
  const { title, text, mustRead, buttons } = message
  const { config, log } = tools
  if (!config.message) {
    // Nobody can confirm what is only written down.
    if (mustRead || buttons.length > 0) return refused('C402')
    begin()
    log(`message: ${title}: ${text}`)
    return success
  }
  begin()
  const { code, output } = await run(config.message, { title, text })
  if (code !== 0) return mustRead || buttons.length > 0 ? refused('C405') : failed('C406', output)
  const [said = ''] = output.split('\n')
  const button = buttons.find((one) => one === said.trim())
  if (buttons.length > 0 && button === undefined) return refused('C405')
  return button === undefined ? success : { ...success, result: { button } }
}

async function restart(delay: number, tools: Tools, going: Going): Promise<Ended> {
  const { config, leave } = tools
  if (!config.reboot) return refused('C402')
  await sleep(delay * 1000, undefined, { signal: going.signal })
  const before = readBootId(config.system)
  going.begin()
  await leave('reboot')
  const { code, output } = await run(config.reboot, {})
  if (code !== 0) return failed('C406', output)
  return untilRestarted(before, config.reboot.seconds, tools)
}

/** A restart is done when the machine has started anew, never before; nor is it tried twice. */
async function untilRestarted(
  before: string | null,
  seconds: number,
  { config, signal, tell }: Tools,
): Promise<Ended> {
  const end = performance.now() + seconds * 1000
  while (readBootId(config.system) === before) {
    if (performance.now() > end) return failed('C406', 'the machine has not restarted')
    await sleep(500, undefined, { signal })
  }
  tell('info')
  return success
}

async function hand(bytes: Buffer, tools: Tools, { item, signal }: Going): Promise<Ended> {
  const { config, sn, prove } = tools
  const code = await handIn({ platform: config.server, sn, prove, signal, item, bytes })
  return code === null ? { ...success, result: { bytes: bytes.length } } : failed(code)
}
