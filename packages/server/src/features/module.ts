import type { Call } from '@muster/contract'
import type { Job } from '../kit/jobs.ts'
import type { Feature } from '../kit/serve.ts'
import type { Importer } from './transfer/index.ts'

/** What the features of one folder bring; features/index.ts puts all of it together. */
export interface Module {
  readonly routes: readonly Feature[]
  /** What comes round by itself. */
  readonly jobs?: readonly Job[]
  /** Groups whose list can be exported. */
  readonly exports?: readonly { readonly page: Call }[]
  /** How the rows of a sheet become records, one entry a list. */
  readonly imports?: readonly Importer[]
}
