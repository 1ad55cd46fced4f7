import type { TestApp } from './testApp.ts'

/** What a terminal needs before it can be added. */
export interface Estate {
  readonly vendorId: string
  readonly categoryId: string
  readonly modelId: string
}

/** A vendor, a category and a model, past the rules of their routes. */
export async function addEstate({ platform: { db } }: TestApp, name = 'Acme'): Promise<Estate> {
  const code = name.toLowerCase()
  const { id: vendorId } = await db
    .insertInto('vendor')
    .values({ name, code })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: categoryId } = await db
    .insertInto('category')
    .values({ name, code, osKind: 'ANDROID' })
    .returning('id')
    .executeTakeFirstOrThrow()
  const { id: modelId } = await db
    .insertInto('model')
    .values({ name, code, vendorId, categoryId, osType: 'ANDROID' })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { vendorId, categoryId, modelId }
}

/** Terminals `<prefix>00000`, … of one organisation; answers their ids. */
export async function addDevices(
  { platform: { db } }: TestApp,
  estate: Estate,
  of: { orgId: string; prefix: string; count: number; lifecycle?: string },
): Promise<string[]> {
  const { vendorId, modelId } = estate
  const { orgId, prefix, count, lifecycle = 'ACTIVE' } = of
  const rows = await db
    .insertInto('device')
    .values(
      Array.from({ length: count }, (_, n) => ({
        sn: `${prefix}${String(n).padStart(5, '0')}`,
        vendorId,
        modelId,
        orgId,
        lifecycle,
      })),
    )
    .returning('id')
    .execute()
  return rows.map(({ id }) => id)
}
