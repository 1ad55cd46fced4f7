import { codes, type TextKey } from '@muster/contract'
import { sql } from 'kysely'
import { isOnePerson } from '../../access/person.ts'
import type { Context } from '../../kit/context.ts'
import { Refusal } from '../../kit/refusal.ts'

interface Asked {
  readonly id: string
  readonly askedBy: string | null
}

type Table = 'paramAssignment' | 'jsonDocument'

/** To a draft agrees who has neither asked for it nor changed it since it was last put in force. */
export async function requireSecond(ctx: Context, table: Table, asked: Asked): Promise<void> {
  const refusal = await refusalOf(ctx, table, asked)
  if (refusal) throw new Refusal(codes.warning, refusal)
}

/** Whether the caller may put a draft in force that waits for a second person. */
export const mayAgree = async (ctx: Context, table: Table, asked: Asked): Promise<boolean> =>
  (await refusalOf(ctx, table, asked)) === null

async function refusalOf(
  ctx: Context,
  table: Table,
  { id, askedBy }: Asked,
): Promise<TextKey | null> {
  if (await isOnePerson(ctx, [askedBy])) return 'param.anotherPerson'
  const { rows } = await sql<{ editor: string }>`select unnest(editors) as editor
    from ${sql.table(table)} where id = ${id}`.execute(ctx.db)
  const editors = rows.map(({ editor }) => editor)
  return (await isOnePerson(ctx, editors)) ? 'param.ownDraft' : null
}
