import { every, type Job } from '../../kit/jobs.ts'
import { forgetReaches } from '../../access/reach.ts'
import { expireFiles } from './files.ts'

/** Files of the download centre go when their days are over, reaches when nothing names them. */
export const taskJobs: readonly Job[] = [
  every('41 * * * *', 'files.expire', expireFiles),
  every('11 4 * * *', 'reaches.forget', forgetReaches),
]
