import { codes } from '@muster/contract'
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
  const { editors } = await ctx.db
    .selectFrom(table)
    .select('editors')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  if (await isOnePerson(ctx, editors)) throw new Refusal(codes.warning, 'param.ownDraft')
}
