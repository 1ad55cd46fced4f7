import type { ScopeKind, TextKey } from '@muster/contract'

export const scopeTexts: Readonly<Record<ScopeKind, TextKey>> = {
  ALL: 'scope.ALL',
  OWN_ORG_AND_BELOW: 'scope.OWN_ORG_AND_BELOW',
  OWN_ORG: 'scope.OWN_ORG',
  CUSTOM: 'scope.CUSTOM',
  SELF: 'scope.SELF',
}
