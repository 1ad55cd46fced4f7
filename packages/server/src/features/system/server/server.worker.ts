import { sql } from 'kysely'
import { every, type Job } from '../../../kit/jobs.ts'
import { lookAtCertificates } from './certificate.ts'

/** Looks after what the platform knows of itself. */
export const serverJobs: readonly Job[] = [
  every('7 */6 * * *', 'server.certificates', lookAtCertificates),
  every('37 * * * *', 'server.forgetNodes', async ({ db }) => {
    await sql`delete from server_node where beat_at < now() - interval '1 day'`.execute(db)
    await sql`delete from health_probe where at < now() - interval '1 day'`.execute(db)
  }),
]
