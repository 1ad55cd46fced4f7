import type { TextKey } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { translate } from '../../../platform/texts.ts'
import { announceMembers, requireStatic, type StoredGroup } from './groupBin.ts'
import { kindOf, kindsOf, requireOneKind } from './kinds.queries.ts'
import { addMembers, placesOf, sizeOf, tooMany } from './members.queries.ts'

/** What becomes of a terminal that is to join a static group. */
export interface Joining {
  readonly id: string
  readonly isMember: boolean
  /** Why it does not become a member. */
  readonly fault: string | null
}

interface Case {
  readonly group: StoredGroup
  readonly ids: readonly string[]
  /** How many join before these. */
  readonly before: number
}

/** One each, in their order: those beyond what the group may hold are refused. */
export async function judgeJoining(ctx: Context, { group, ids, before }: Case): Promise<Joining[]> {
  const known = ids.filter(Boolean)
  const places = await placesOf(ctx, group, known)
  const kinds = await kindsOf(ctx, known)
  let kind = await kindOf(ctx, group.id)
  let room = group.maxMembers - (await sizeOf(ctx, group.id)) - before
  return ids.map((id): Joining => {
    const place = places.get(id)
    if (!place) return { id, isMember: false, fault: say(ctx, 'group.notBelow') }
    if (place.isMember) return { id, isMember: true, fault: null }
    const other = kinds.get(id) ?? ''
    kind ??= other
    if (other !== kind)
      return { id, isMember: false, fault: say(ctx, 'group.mixedKinds', { kind, other }) }
    room -= 1
    const fault = room < 0 ? say(ctx, 'group.tooMany', { limit: group.maxMembers }) : null
    return { id, isMember: false, fault }
  })
}

const say = (
  { language }: Context,
  key: TextKey,
  params: Readonly<Record<string, number | string>> = {},
): string => translate(language, key, params)

/** Those of them that become members. */
export const joiningIn = (judged: readonly Joining[]): string[] =>
  judged.flatMap(({ id, isMember, fault }) => (isMember || fault !== null ? [] : [id]))

/**
 * Makes terminals members of a static group, and answers which were none yet; refuses them all where
 * others joined meanwhile whom they do not fit.
 */
export async function join(
  ctx: Context,
  group: StoredGroup,
  ids: readonly string[],
): Promise<string[]> {
  const added = await addMembers(ctx, group.id, ids)
  await requireOneKind(ctx, group.id, ids)
  if (added.length > 0 && (await sizeOf(ctx, group.id)) > group.maxMembers)
    throw tooMany(group.maxMembers)
  return added
}

/** The same of terminals that the caller was found to see; those outside of the group's bounds are passed by. */
export async function joinGroup(
  ctx: Context,
  groupId: string,
  ids: readonly string[],
): Promise<{ readonly count: number; readonly outside: number }> {
  const group = await requireStatic(ctx, groupId)
  const inside = [...(await placesOf(ctx, group, ids)).keys()]
  const { length: count } = await join(ctx, group, inside)
  announceMembers(ctx, group, { ids: inside, after: { added: count } })
  return { count, outside: ids.length - inside.length }
}
