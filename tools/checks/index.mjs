import { budget } from './budget.mjs'
import { coverage } from './coverage.mjs'
import { dead } from './dead.mjs'
import { format } from './format.mjs'
import { imports } from './imports.mjs'
import { lint } from './lint.mjs'
import { planted } from './planted.mjs'
import { size } from './size.mjs'
import { sql } from './sql.mjs'
import { tree } from './tree.mjs'
import { types } from './types.mjs'

/** Every check of `npm run check`; the slow ones first. */
export const checks = [
  { name: 'planted', check: planted },
  { name: 'types', check: types },
  { name: 'lint', check: lint },
  { name: 'imports', check: imports },
  { name: 'dead', check: dead },
  { name: 'sql', check: sql },
  { name: 'format', check: format },
  { name: 'budget', check: budget },
  { name: 'coverage', check: coverage },
  { name: 'tree', check: tree },
  { name: 'size', check: size },
]
