import { every, type Job } from '../../kit/jobs.ts'
import { expireFiles } from './files.ts'

/** Files of the download centre go when their days are over. */
export const taskJobs: readonly Job[] = [every('41 * * * *', 'files.expire', expireFiles)]
