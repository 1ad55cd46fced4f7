import { compareVersions } from '@muster/contract/protocol'
import { sizeOf } from './download.ts'
import { freeMegabytes, readMachine } from './facts.ts'
import { packageOf } from './leftovers.ts'
import type { Task, Tools } from './tools.ts'

const megabyte = 1_048_576

/**
 * What is wrong with an upgrade by now, as a code; null: nothing. The platform has looked when it gave it, and since then
 * it may have waited for days, or behind another one, or somebody was at the machine.
 */
export function faultOfUpgrade(task: Task, tools: Tools): string | null {
  const { upgrade, opt } = task
  const { config, inventory } = tools
  if (!upgrade) return null
  const { part, version, from } = upgrade
  const put = inventory.parts[part]
  const running = put ?? (part === 'FIRMWARE' ? readMachine(config.system).firmware : undefined)
  // Which agent runs the agent's own package says, as long as no upgrade has put another there.
  const isKnown = running !== undefined || part !== 'AGENT'
  if (from && isKnown && !from.includes(running ?? '')) return 'I208'
  if (put !== undefined && !opt.downgrade && (compareVersions(put, version) ?? 0) > 0) return 'I203'
  return lacksRoom(task, tools) ? 'D107' : null
}

/** Whether the machine has less room than an upgrade asks for, or than twice its file: known before that is fetched, too. */
export function lacksRoom({ item, upgrade, artifact }: Task, { config }: Tools): boolean {
  if (!upgrade) return false
  const needed = upgrade.freeMb ?? (2 * (artifact?.size ?? 0)) / megabyte
  // What is fetched already takes a part of it.
  const fetched = sizeOf(packageOf(config.state, item)) / megabyte
  const free = freeMegabytes(config.state)
  return free !== undefined && free + fetched < needed
}
