import { type BatchReply, type Device, deviceLife, devices } from '@muster/contract'
import type { QueryClient } from '@tanstack/react-query'
import { notifyBatch } from '../../../kit/batch/lazyBatch.ts'
import type { PageReply } from '../../../kit/list/listed.ts'
import { pathOf } from '../../../kit/queries.ts'
import { outcomeOf, type Send } from '../../../kit/useAction.ts'
import type { WayBack } from '../../../kit/notify.ts'
import { wayBack } from '../../../kit/wayBack.ts'
import { t } from '../../../platform/texts.ts'
import type { Values } from '../../../ui/form/formRules.ts'
import type { LifeAct } from './lifeActs.ts'
import { bodies, wordsOf } from './lifeForms.ts'

/** What of a terminal a move or words change. */
type Former = Pick<Device, 'orgId' | 'stationId' | 'tags'>

/** More calls than these are no way back but an act of its own. */
const mostCalls = 10

/** Terminals as the lists that were read show them: what they were before an act changes them. */
export function shownDevices(queries: QueryClient): ReadonlyMap<string, Former> {
  const path = pathOf(devices.page, {})
  const pages = queries.getQueriesData<PageReply<Device>>({
    predicate: ({ queryKey }) => queryKey[0] === path,
  })
  return new Map(pages.flatMap(([, page]) => page?.list ?? []).map((row) => [row.id, row]))
}

interface Made {
  readonly act: LifeAct
  readonly values: Values
  readonly former: ReadonlyMap<string, Former>
  readonly rows: BatchReply['rows']
}

/**
 * The way back of a move that kept all, or of words: each terminal gets back what it had. Those that
 * somebody has changed since stay, and it is said. Null where what was before is not known.
 */
export function undoOfAct(send: Send, { act, values, former, rows = [] }: Made): WayBack | null {
  const told = rows.map(({ id, version, name }) => {
    const was = former.get(id)
    return { row: { id, version }, name, back: was && backOf(act, values, was) }
  })
  if (told.some(({ back }) => back === undefined)) return null
  const calls = Map.groupBy(told, ({ back }) => JSON.stringify(back))
  calls.delete(JSON.stringify(nothing))
  if (calls.size === 0 || calls.size > mostCalls) return null
  const names = new Map(told.map(({ row, name }) => [row.id, name]))
  return wayBack({ ids: [...names.keys()], of: devices }, async () => {
    for (const same of calls.values()) {
      const [first] = same
      if (!first?.back) continue
      const which = { rows: same.map(({ row }) => row) }
      const sent = await outcomeOf(sendBack(send, which, first.back))
      if ('reply' in sent) await say(sent.reply, names)
    }
  })
}

type Back =
  | { readonly orgId: string; readonly stationId: string | null }
  | { readonly add: string[]; readonly remove: string[] }

/** It had what it has. */
const nothing: Back = { add: [], remove: [] }

function backOf(
  act: LifeAct,
  values: Values,
  { orgId, stationId, tags }: Former,
): Back | undefined {
  if (act === 'TAG') {
    const { add, remove } = wordsOf(values)
    return {
      add: remove.filter((word) => tags.includes(word)),
      remove: add.filter((word) => !tags.includes(word)),
    }
  }
  // What was reset or wiped with it does not come back.
  const isKept = act === 'MOVE' && bodies.MOVE.parse(values).keep === 'KEEP'
  return isKept ? { orgId, stationId } : undefined
}

const sendBack = (
  send: Send,
  which: { readonly rows: { id: string; version: number }[] },
  back: Back,
): Promise<BatchReply> =>
  'orgId' in back
    ? send(deviceLife.moveMany, { body: { ...which, ...back, keep: 'KEEP' } })
    : send(deviceLife.tagMany, { body: { ...which, ...back } })

function say(reply: BatchReply, names: ReadonlyMap<string, string>): Promise<void> {
  const { count, refused } = reply
  const named = refused?.map((one) => ({ ...one, name: names.get(one.id) ?? '' }))
  const text = t('life.undone', { count })
  return notifyBatch({ count, ...(named && { refused: named }) }, { kind: 'success', text })
}
