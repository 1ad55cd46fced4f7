import type { GivenScope, ScopeKind, ShownScope } from '@muster/contract'
import type { Chosen } from '../../../kit/form/ChosenRecords.tsx'
import type { Divided } from '../../../kit/form/useEdited.ts'

/** A data scope while it is edited. */
export interface ScopeDraft {
  readonly kind: ScopeKind
  readonly places: readonly (Chosen & { readonly withBelow: boolean })[]
  readonly vendors: readonly Chosen[]
  readonly models: readonly Chosen[]
}

export const draftOf = ({ kind, organizations, vendors, models }: ShownScope): ScopeDraft => ({
  kind,
  places: organizations.map(({ orgId, ...rest }) => ({ ...rest, id: orgId })),
  vendors,
  models,
})

const ids = (chosen: readonly Chosen[]) => chosen.map(({ id }) => id)

/** What is sent; organisations count in a custom scope only. */
export const givenBy = ({ kind, places, vendors, models }: ScopeDraft): GivenScope => ({
  kind,
  organizations:
    kind === 'CUSTOM' ? places.map(({ id, withBelow }) => ({ orgId: id, withBelow })) : [],
  vendorIds: ids(vendors),
  modelIds: ids(models),
})

/** Whether a draft would change the scope that was read. */
export const isEdited = (draft: ScopeDraft, read: ShownScope): boolean =>
  JSON.stringify(givenBy(draft)) !== JSON.stringify(givenBy(draftOf(read)))

/** Mine where it was changed here, else theirs. */
export function mergedScope({ read, mine, theirs }: Divided<ScopeDraft>): ScopeDraft {
  const isMine = (name: keyof ScopeDraft) =>
    JSON.stringify(mine[name]) !== JSON.stringify(read[name])
  return {
    kind: isMine('kind') ? mine.kind : theirs.kind,
    places: isMine('places') ? mine.places : theirs.places,
    vendors: isMine('vendors') ? mine.vendors : theirs.vendors,
    models: isMine('models') ? mine.models : theirs.models,
  }
}
