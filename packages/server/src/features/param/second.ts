import { codes } from '@muster/contract'
import { sql } from 'kysely'
import { isOnePerson } from '../../access/person.ts'
import type { Context } from '../../kit/context.ts'
import { Refusal } from '../../kit/refusal.ts'

interface Asked {
  readonly id: string
  readonly askedBy: string | null
}

/** To a draft agrees who has neither asked for it nor changed it since it was last put in force. */
export async function requireSecond(
  ctx: Context,
  table: 'paramAssignment' | 'jsonDocument',
  { id, askedBy }: Asked,
): Promise<void> {
  if (await isOnePerson(ctx, [askedBy])) throw new Refusal(codes.warning, 'param.anotherPerson')
  const { rows } = await sql<{ editor: string }>`select unnest(editors) as editor
    from ${sql.table(table)} where id = ${id}`.execute(ctx.db)
  const editors = rows.map(({ editor }) => editor)
  if (await isOnePerson(ctx, editors)) throw new Refusal(codes.warning, 'param.ownDraft')
}
