import type { ImageUse } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { isFit } from './image.queries.ts'

/** Refuses a record that names a picture which is not kept, or is not fit for this use. */
export async function requireImage(
  { db }: Context,
  { field, name, use }: { field: string; name: string | null; use: ImageUse },
): Promise<void> {
  if (name !== null && !(await isFit(db, name, use))) throw fieldRefusal(field, 'rule.unknownImage')
}
