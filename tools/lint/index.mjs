import { ambient } from './ambient.mjs'
import { assertionReason } from './assertionReason.mjs'
import { barrel } from './barrel.mjs'
import { documented } from './documented.mjs'
import { functionSize } from './functionSize.mjs'
import { namedMembers } from './namedMembers.mjs'

/** The lint rules of our own that oxlint has no setting for; see docs/decisions/0002-checks.md. */
export default {
  meta: { name: 'muster' },
  rules: {
    ambient,
    'assertion-reason': assertionReason,
    barrel,
    documented,
    'function-size': functionSize,
    'named-members': namedMembers,
  },
}
