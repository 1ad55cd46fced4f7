import { faultOfValue, type ParamShape } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { matchesPattern } from '../../../platform/pattern.ts'
import { dependenciesFrom, entriesOf, shapeOf } from './dict.queries.ts'
import { type DictFault, isInRing, type JudgedDict } from './dict.rules.ts'

type Entry = ParamShape & Pick<JudgedDict, 'pid' | 'dependsOn'>
type ParentFault = DictFault & { readonly at: number }

/** What is wrong with what entries depend on, as it is once all of them are written; by their places in the list. */
export async function faultsOfParents(
  ctx: Pick<Context, 'db'>,
  entries: readonly Entry[],
): Promise<ParentFault[]> {
  const wanted = entries.flatMap(({ dependsOn }) => (dependsOn ? [dependsOn.pid] : []))
  if (wanted.length === 0) return []
  const listed = new Map(entries.map((entry) => [entry.pid, entry]))
  const kept = await entriesOf(ctx, wanted)
  const others = [...(await dependenciesFrom(ctx, wanted))].filter(([pid]) => !listed.has(pid))
  const own = entries.flatMap(({ pid, dependsOn }) =>
    dependsOn ? [[pid, dependsOn.pid] as const] : [],
  )
  const parents = new Map([...others, ...own])
  return entries.flatMap(({ pid, dependsOn }, at): ParentFault[] => {
    if (!dependsOn) return []
    const params = { pid: dependsOn.pid }
    const parent = listed.get(dependsOn.pid) ?? kept.get(dependsOn.pid)
    if (!parent) return [{ at, field: 'dependsOn', key: 'paramDict.unknownPid', params }]
    if (faultOfValue(shapeOf(parent), dependsOn.value, matchesPattern))
      return [{ at, field: 'dependsOn', key: 'paramDict.neverShown', params }]
    return isInRing(pid, parents) ? [{ at, field: 'dependsOn', key: 'paramDict.ring' }] : []
  })
}
