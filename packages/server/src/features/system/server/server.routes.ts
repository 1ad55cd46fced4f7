import { codes, server } from '@muster/contract'
import type { Job } from '../../../kit/jobs.ts'
import { notFound, Refusal } from '../../../kit/refusal.ts'
import { everyone } from '../../../access/scope.ts'
import { type Feature, serve } from '../../../kit/serve.ts'
import {
  askForRun,
  bytesByUse,
  hasRunner,
  hasWorker,
  jobsWithRuns,
  processes,
  quotasByUse,
  waitingWork,
} from './server.queries.ts'

/** The platform itself, for those who run it; `jobs` are all that come round by themselves. */
export const serverRoutes = (jobs: () => readonly Job[]): Feature =>
  serve(server, everyone, {
    metrics: async (_, ctx) => ({ nodes: await processes(ctx) }),
    storage: (_, ctx) => bytesByUse(ctx),
    quota: (_, ctx) => quotasByUse(ctx),
    jobs: async (_, ctx) => ({
      jobs: await jobsWithRuns(ctx, jobs()),
      queues: await waitingWork(ctx),
    }),
    runJob: async ({ body: { name } }, ctx) => {
      if (!jobs().some((job) => job.name === name)) throw notFound()
      if (!(await hasWorker(ctx)) || !(await hasRunner(ctx)))
        throw new Refusal(codes.warning, 'platform.noWorker')
      await askForRun(ctx, name)
      ctx.note({ after: { job: name } })
      return { count: 1 }
    },
  })
