import { codes, type CommandName, type GivenCommand, whyUnsupported } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'
import { parameter } from '../../system/parameter/index.ts'
import { commandRules, type ModelRule } from '../matrix/rules.queries.ts'
import { tasksPath } from '../paths.ts'
import { refusingGate } from '../why/gates.rules.ts'
import {
  type Asked,
  type FoundDevice,
  holdDevices,
  insertDueItems,
  unscopedDevices,
} from './command.queries.ts'
import { shownArgs, withSealedArgs } from './sealedArgs.ts'
import { prepared } from './prepared.ts'
import { shellRules } from './shell.queries.ts'

/** Why a terminal cannot be given a command; null: it can. */
export function refusalOf(
  device: FoundDevice,
  cmd: CommandName,
  rule: ModelRule | undefined,
): Refusal | null {
  const unsupported = whyUnsupported(rule, device)
  if (unsupported) {
    const { reason, least } = { least: '', ...unsupported }
    const data = { code: 'C401', ...unsupported }
    return new Refusal(codes.unsupported, `command.unsupported.${reason}`, {
      params: { least },
      data,
    })
  }
  const closed = refusingGate(device, cmd)
  if (!closed) return null
  return new Refusal(closed.gate === 'QUEUE' ? codes.tooManyRequests : codes.wrongState, closed.key)
}

/**
 * Gives each of some terminals a command, and names those that may not take it. What is given is due
 * at once: the publisher sends it by hundreds, without a message in the outbox for each.
 */
export async function giveAll(ctx: Context, ids: readonly string[], given: Asked) {
  const found = await holdDevices(ctx, ids)
  if (found.length < new Set(ids).size) throw notFound()
  return giveFound(ctx, found, given)
}

/** {@link giveAll} of terminals that are held already: who may give it to them was judged before. */
export async function giveHeld(ctx: Context, ids: readonly string[], given: Asked) {
  return giveFound(ctx, await unscopedDevices(ctx, ids), given)
}

/** Which of some terminals could not be given a command now, whoever sees them. */
export async function refusedOf(
  ctx: Context,
  ids: readonly string[],
  given: Asked,
): Promise<ReadonlySet<string>> {
  const { refused } = await judgeFound(ctx, await unscopedDevices(ctx, ids), given)
  return new Set(refused.map(({ id }) => id))
}

async function giveFound(ctx: Context, found: readonly FoundDevice[], given: Asked) {
  const request = withSealedArgs(ctx.platform, await prepared(ctx, given, 'command.args'))
  const { chosen, refused, rules } = await judgeFound(ctx, found, request)
  const awaits = chosen.length > 0 && (await give(ctx, chosen, { request, rules }))
  return { count: chosen.length, refused, ...(awaits && { awaits }) }
}

async function judgeFound(ctx: Context, found: readonly FoundDevice[], request: Asked) {
  const rules = await commandRules(
    ctx.db,
    request.cmd,
    found.map(({ modelId }) => modelId),
  )
  const shellRule = await shellRules(ctx.db, request, found)
  const chosen: FoundDevice[] = []
  const refused: { id: string; name: string; reason: string }[] = []
  for (const device of found) {
    const refusal = refusalOf(device, request.cmd, rules.get(device.modelId)) ?? shellRule(device)
    if (refusal) {
      const reason = translate(ctx.language, refusal.key, refusal.detail.params)
      refused.push({ id: device.id, name: device.sn, reason })
    } else chosen.push(device)
  }
  return { chosen, refused, rules }
}

interface Given {
  readonly request: Asked
  readonly rules: Awaited<ReturnType<typeof commandRules>>
}

/** Answers what waits for a second person, where it does. */
async function give(ctx: Context, to: readonly FoundDevice[], { request, rules }: Given) {
  const orgs = new Map(to.map(({ id, orgId }) => [id, orgId]))
  const deviceIds = [...orgs.keys()]
  const { queuedAt, expiresAt } = await timesOf(ctx, request, undefined)
  const devices = to.map(({ id, modelId }) => ({
    id,
    expiresAt: expiryOf(request, rules.get(modelId), queuedAt) ?? expiresAt,
  }))
  const { items, awaits } = await insertDueItems(ctx, { devices, request, queuedAt })
  for (const { id, deviceId } of items)
    ctx.changed(tasksPath(deviceId), [id], [orgs.get(deviceId) ?? ''])
  const { cmd } = request
  const rows = to.map(({ id, sn, version }) => ({ id, sn, version }))
  ctx.note({ targetIds: deviceIds, rows, after: { cmd, args: shownArgs(cmd, request.args) } })
  return awaits
}

/** From when on a command waits, and until when it is worth delivering. */
export async function timesOf(ctx: Context, request: GivenCommand, rule: ModelRule | undefined) {
  const queuedAt = ctx.now()
  const said = expiryOf(request, rule, queuedAt)
  if (said) return { queuedAt, expiresAt: said }
  const seconds = (await parameter(ctx.db, 'task.default.ttl.hours')) * 3600
  return { queuedAt, expiresAt: new Date(queuedAt.getTime() + seconds * 1000) }
}

/** Its sender says it, else the matrix of its vendor; null: neither does. */
function expiryOf(
  { ttlSeconds }: GivenCommand,
  rule: ModelRule | undefined,
  queuedAt: Date,
): Date | null {
  const seconds = ttlSeconds ?? rule?.timeoutSeconds ?? null
  return seconds === null ? null : new Date(queuedAt.getTime() + seconds * 1000)
}
