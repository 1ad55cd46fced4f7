import type { Context } from './context.ts'

interface Owned {
  readonly id: string
  readonly orgId: string
}

/** Tells of changed records: each organisation hears of its own, and of no others that changed with them. */
export function tellOwners(
  { changed }: Pick<Context, 'changed'>,
  path: string,
  records: readonly Owned[],
): void {
  for (const [orgId, own] of Map.groupBy(records, (record) => record.orgId))
    changed(
      path,
      own.map(({ id }) => id),
      [orgId],
    )
}
