import { modelsPath, type RequiredKey } from '@muster/contract'
import { type Bin, holding, recycleBin } from '../../../kit/recycleBin.ts'
import { modelScope } from '../deviceScope.ts'

interface Json {
  readonly keySlots: readonly RequiredKey[]
}

const stored = recycleBin(modelsPath, 'model', modelScope)
const typed = holding<Json>()(stored)
type Kept = Awaited<ReturnType<typeof typed.find>>
type Written = Parameters<typeof typed.add>[1]

/** The models as the table has them. */
export const plainModels: Bin<Kept, Written> = {
  ...typed,
  async add(ctx, values) {
    const { id } = await stored.add(ctx, columnsOf(values))
    return typed.find(ctx, id)
  },
  async update(ctx, { id, version, ...values }) {
    await stored.update(ctx, { id, version, ...columnsOf(values) })
    return typed.find(ctx, id)
  },
}

/** The driver takes lists for the database's own arrays: these go as text. */
const columnsOf = <V extends Partial<Json>>({ keySlots, ...rest }: V) => ({
  ...rest,
  ...(keySlots && { keySlots: JSON.stringify(keySlots) }),
})
