import { every, type Job } from '../../kit/jobs.ts'
import { dropOldMonths } from './retention.ts'
import { sealActions } from './seal.ts'

/** The chain of the action log grows by a block a minute while something happens. */
export const logJobs: readonly Job[] = [
  every('* * * * *', 'log.seal', sealActions),
  every('23 3 * * *', 'log.retention', dropOldMonths),
]
