import type { BatchInput, BatchReply, TextKey } from '@muster/contract'
import { nameText, t } from '../../platform/texts.ts'
import { confirm } from '../dialog/confirm.ts'
import { confirmChosen, sizeOf } from './confirmChosen.ts'
import type { Batch } from './recordCalls.ts'
import { outcomeOf, type Send } from '../useAction.ts'
import { dropWaysBack, show } from '../notify.ts'
import { can } from '../session.ts'
import { notifyTask } from '../task/notifyTask.ts'
import { sharedPath } from '../sharedPath.ts'
import { wayBack } from '../wayBack.ts'
import { sendBatch } from './sendBatch.ts'

/** What is named in a message; the rest is a number. */
const mostNamed = 3
/** How long it is said what a rule kept, in milliseconds. */
const reasonLasts = 10_000
interface Said {
  readonly verb: TextKey
  readonly done: TextKey
  /** Of one record, by its name. */
  readonly named: TextKey
}

const acts: Readonly<Record<Batch['kind'], Said>> = {
  remove: { verb: 'kit.remove', done: 'kit.removed', named: 'kit.named.removed' },
  revert: { verb: 'kit.revert', done: 'kit.batch.reverted', named: 'kit.named.restored' },
  destroy: { verb: 'kit.destroy', done: 'kit.batch.destroyed', named: 'kit.named.destroyed' },
  enable: { verb: 'kit.enable', done: 'kit.batch.enabled', named: 'kit.named.enabled' },
  disable: { verb: 'kit.disable', done: 'kit.batch.disabled', named: 'kit.named.disabled' },
}
const opposites = {
  remove: 'revert',
  revert: 'remove',
  enable: 'disable',
  disable: 'enable',
} as const

/**
 * Changes records and says what became of it, with a way back. What a list shows, what is many, and
 * what has no way back, is asked about first. Answers whether anything was done.
 */
export async function runBatch(batch: Batch, send: Send): Promise<boolean> {
  const { of, what, kind } = batch
  const agrees = 'remove' in of ? of.remove.agrees : undefined
  if (agrees && !(await agrees(kind, what))) return false
  if (!('id' in what) && !(await isSure(kind, what))) return false
  const sent = await outcomeOf(sendBatch(batch, send))
  if (!('reply' in sent)) return false
  report(batch, sent.reply, send)
  return true
}

function isSure(kind: Batch['kind'], which: BatchInput): Promise<boolean> {
  const title = t(acts[kind].verb)
  if (kind !== 'destroy')
    return confirmChosen(which, { title, kind: kind === 'remove' ? 'dangerous' : 'ordinary' })
  const count = sizeOf(which)
  const text = t('kit.destroyMany', { count })
  return confirm({ title, text, agree: title, kind: 'dangerous', count })
}

/** {@link notifyBatch}, with a way back. */
function report(batch: Batch, reply: BatchReply, send: Send): void {
  dropWaysBack(changedBy(batch, reply))
  const back = undoOf(batch, reply, send)
  tell(batch.kind, { reply, names: reply.rows?.map(({ name }) => name) ?? [], back })
}

/** More than an answer names may have been any of the list. */
function changedBy({ of, what }: Batch, { rows }: BatchReply): Parameters<typeof dropWaysBack>[0] {
  if (rows) return new Set(rows.map(({ id }) => id))
  if ('id' in what) return new Set([what.id])
  return 'ids' in what ? new Set(what.ids) : { under: sharedPath(of) }
}

interface Told {
  readonly reply: BatchReply
  /** What the records are called. */
  readonly names: readonly string[]
  readonly back?: ReturnType<typeof undoOf>
}

function tell(kind: Batch['kind'], { reply, names, back }: Told): void {
  const { done, named } = acts[kind]
  const name = reply.count === 1 && names.length === 1 ? names[0] : undefined
  const text = name ? t(named, { name: nameText(name) }) : t(done, { count: reply.count })
  notifyBatch(reply, { kind: 'success', text, ...back })
}

/** Says what was done, or that it goes on in the background; and what a rule kept as it is. */
export function notifyBatch(reply: BatchReply, done: Parameters<typeof show>[0]): void {
  const { count, refused = [], taskId } = reply
  if (taskId) notifyTask(taskId, t('kit.batch.queued'))
  else if (count > 0) show(done)
  // Somebody else was first: whoever asked is told that nothing was left to do.
  else if (refused.length === 0) show({ kind: 'info', text: done.text })
  if (refused.length === 0) return
  const reasons = [...Map.groupBy(refused, ({ reason }) => reason)]
  const more = reasons.length > mostNamed ? ['…'] : []
  const said = [...reasons.slice(0, mostNamed).map(reasonOf), ...more]
  const text = [t('kit.batch.refused', { count: refused.length }), ...said].join('\n')
  show({ kind: 'warning', text, lasts: reasonLasts })
}

/** A reason once, with whom it holds for. */
function reasonOf([reason, ones]: readonly [string, NonNullable<BatchReply['refused']>]): string {
  const names = ones.flatMap(({ name }) => (name ? nameText(name) : []))
  const shown = names.length > mostNamed ? [...names.slice(0, mostNamed), '…'] : names
  return shown.length > 0 ? `${shown.join(', ')}: ${reason}` : reason
}

/** The way back, for exactly these rows; what others changed since stays, and is said. */
function undoOf(batch: Batch, { rows = [] }: BatchReply, send: Send) {
  if (batch.kind === 'destroy' || rows.length === 0) return null
  const { of } = batch
  const back = opposites[batch.kind]
  const { removeMany, revertMany, setStatusMany: set } = of
  const calls = { remove: removeMany, revert: revertMany, enable: set, disable: set }
  if (!can(calls[back].permission)) return null
  const what = { rows: rows.map(({ id, version }) => ({ id, version })) }
  const undo = async () => {
    const sent = await outcomeOf(sendBatch({ of, kind: back, what }, send))
    if (!('reply' in sent)) return
    const names = new Map(rows.map(({ id, name }) => [id, name]))
    const refused = sent.reply.refused?.map((one) => ({ ...one, name: names.get(one.id) ?? '' }))
    const { count } = sent.reply
    tell(back, { reply: { count, ...(refused && { refused }) }, names: [...names.values()] })
  }
  return wayBack({ ids: rows.map(({ id }) => id), of }, undo)
}
