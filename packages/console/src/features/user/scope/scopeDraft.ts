import type { GivenScope, ScopeKind, ShownScope } from '@muster/contract'
import type { Chosen } from '../../../kit/form/ChosenRecords.tsx'

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
