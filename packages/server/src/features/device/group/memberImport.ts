import { groups } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import type { Importer, ReadyRow, RowEnd } from '../../transfer/index.ts'
import { deviceScope } from '../deviceScope.ts'
import { announceMembers, requireStatic, type StoredGroup } from './groupBin.ts'
import { join, type Joining, joiningIn, judgeJoining } from './joining.ts'

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
      taken.set(group.id, before + joiningOf(judged).length)
      return judged.map(endOf)
    },
    async write(ctx, rows, { within }) {
      const group = await requireStatic(ctx, within ?? '')
      const judged = await judge(ctx, { group, rows, before: 0 })
      const ids = joiningOf(judged)
      const { length: added } = await join(ctx, group, ids)
      announceMembers(ctx, group, { ids, after: { added } })
      return judged.map(endOf)
    },
  },
}

interface Judged {
  readonly row: ReadyRow
  readonly joining: Joining
}

interface Case {
  readonly group: StoredGroup
  readonly rows: readonly ReadyRow[]
  /** How many rows before these would become members. */
  readonly before: number
}

/** A row each, in their order. */
async function judge(ctx: Context, { group, rows, before }: Case): Promise<Judged[]> {
  const ids = rows.map(({ targetId }) => targetId ?? '')
  const judged = await judgeJoining(ctx, { group, ids, before })
  return rows.flatMap((row, index) => {
    const joining = judged[index]
    return joining ? [{ row, joining }] : []
  })
}

const joiningOf = (judged: readonly Judged[]) => joiningIn(judged.map(({ joining }) => joining))

const endOf = ({ row: { number, targetId }, joining: { isMember, fault } }: Judged): RowEnd =>
  fault === null
    ? { number, state: isMember ? 'SAME' : 'ADDED', faults: [], ...(targetId && { targetId }) }
    : { number, state: 'REFUSED', faults: [{ field: 'sn', message: fault }] }
