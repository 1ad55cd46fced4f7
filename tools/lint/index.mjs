import { ambient } from './ambient.mjs'
import { functionSize } from './functionSize.mjs'

/** The lint rules of our own that oxlint has no setting for; see docs/decisions/0002-checks.md. */
export default {
  meta: { name: 'muster' },
  rules: { ambient, 'function-size': functionSize },
}
