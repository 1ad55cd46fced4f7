import type { ImageUse } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { translate } from '../../../platform/texts.ts'
import { isFit, pictureSize } from './image.queries.ts'

interface Wanted {
  readonly field: string
  readonly name: string | null
  readonly use: ImageUse
}

/** Refuses a record that names a picture which is not kept, or is not fit for this use. */
export async function requireImage({ db }: Context, { field, name, use }: Wanted): Promise<void> {
  if (name !== null && !(await isFit(db, name, use))) throw fieldRefusal(field, 'rule.unknownImage')
}

interface Size {
  readonly width: number
  readonly height: number
}

/** The same of one with exactly so many pixels: any other would be stretched, or cut at its edges. */
export async function requireImageOf(
  ctx: Context,
  wanted: Wanted,
  { width, height }: Size,
): Promise<void> {
  const { field, name } = wanted
  if (name === null) return
  await requireImage(ctx, wanted)
  const is = await pictureSize(ctx.db, name)
  if (!is) throw fieldRefusal(field, 'rule.unknownImage')
  if (is.width === width && is.height === height) return
  const params = { width, height, ownWidth: is.width, ownHeight: is.height }
  throw fieldRefusal(field, translate(ctx.language, 'image.wrongSize', params))
}
