import { groups, type TextKey } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { translate } from '../../../platform/texts.ts'
import type { Importer, ReadyRow, RowEnd } from '../../transfer/index.ts'
import { deviceScope } from '../deviceScope.ts'
import { announceMembers, requireStatic, type StoredGroup } from './groupBin.ts'
import { kindOf, kindsOf, requireOneKind } from './kinds.queries.ts'
import { addMembers, placesOf, sizeOf, tooMany } from './members.queries.ts'

/** Members of a static group from a sheet of serial numbers. */
export const memberImport: Importer = {
  page: groups.members,
  table: 'device',
  scope: deviceScope,
  keyColumn: sql`sn`,
  keyOf: (key) => key.toUpperCase(),
  counted: null,
  named: [],
  requireWithin: async (ctx, id) => {
    await requireStatic(ctx, id)
  },
  setWriter: {
    async judge(ctx, rows, { taken, within }) {
      const group = await requireStatic(ctx, within ?? '')
      const before = taken.get(group.id) ?? 0
      const judged = await judge(ctx, { group, rows, before })
      taken.set(group.id, before + joining(judged).length)
      return judged.map(endOf)
    },
    async write(ctx, rows, { within }) {
      const group = await requireStatic(ctx, within ?? '')
      const judged = await judge(ctx, { group, rows, before: 0 })
      const ids = joining(judged)
      const added = await addMembers(ctx, group.id, ids)
      // Somebody else has added some since.
      if (added > 0 && (await sizeOf(ctx, group.id)) > group.maxMembers)
        throw tooMany(group.maxMembers)
      await requireOneKind(ctx, group.id, ids)
      announceMembers(ctx, group, { ids, after: { added } })
      return judged.map(endOf)
    },
  },
}

interface Judged {
  readonly row: ReadyRow
  readonly state: 'ADDED' | 'SAME'
  /** Why it does not become a member. */
  readonly fault: string | null
}

interface Case {
  readonly group: StoredGroup
  readonly rows: readonly ReadyRow[]
  /** How many rows before these would become members. */
  readonly before: number
}

/** A row each, in their order: those beyond what the group may hold are refused. */
async function judge(ctx: Context, { group, rows, before }: Case): Promise<Judged[]> {
  const ids = rows.flatMap(({ targetId }) => targetId ?? [])
  const places = await placesOf(ctx, group, ids)
  const kinds = await kindsOf(ctx, ids)
  let kind = await kindOf(ctx, group.id)
  let room = group.maxMembers - (await sizeOf(ctx, group.id)) - before
  return rows.map((row): Judged => {
    const place = places.get(row.targetId ?? '')
    if (!place) return { row, state: 'SAME', fault: say(ctx, 'group.notBelow') }
    if (place.isMember) return { row, state: 'SAME', fault: null }
    const other = kinds.get(row.targetId ?? '') ?? ''
    kind ??= other
    if (other !== kind)
      return { row, state: 'ADDED', fault: say(ctx, 'group.mixedKinds', { kind, other }) }
    room -= 1
    const fault = room < 0 ? say(ctx, 'group.tooMany', { limit: group.maxMembers }) : null
    return { row, state: 'ADDED', fault }
  })
}

const say = (
  { language }: Context,
  key: TextKey,
  params: Readonly<Record<string, number | string>> = {},
): string => translate(language, key, params)

const joining = (judged: readonly Judged[]): string[] =>
  judged.flatMap(({ row, state, fault }) =>
    state === 'ADDED' && fault === null ? (row.targetId ?? []) : [],
  )

const endOf = ({ row: { number }, state, fault }: Judged): RowEnd =>
  fault === null
    ? { number, state, faults: [] }
    : { number, state: 'REFUSED', faults: [{ field: 'sn', message: fault }] }
