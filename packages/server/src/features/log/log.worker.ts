import { every, type Job } from '../../kit/jobs.ts'
import { mailAnchors, sendAnchors } from './anchors.ts'
import { enterNames } from './names.ts'
import { dropOldMonths, forgetNames } from './retention.ts'
import { sealActions } from './seal.ts'

/** The chain of the action log grows by a block a minute while something happens. */
export const logJobs: readonly Job[] = [
  every('* * * * *', 'log.seal', sealActions),
  every('* * * * *', 'log.newNames', enterNames),
  every('*/10 * * * *', 'log.anchors', sendAnchors),
  every('41 5 * * *', 'log.anchorMails', mailAnchors),
  every('23 3 * * *', 'log.retention', dropOldMonths),
  every('23 4 * * 0', 'log.names', forgetNames),
]
