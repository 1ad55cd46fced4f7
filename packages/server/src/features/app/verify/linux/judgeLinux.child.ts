import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { packageLimits } from '../limits.ts'
import { judgeLinux } from './judgeLinux.ts'

const { limits, ...given } = z
  .object({
    path: z.string(),
    fileName: z.string(),
    signature: z.nullable(z.instanceof(Uint8Array)),
    keys: z.array(z.object({ id: z.string(), pem: z.string() })),
    limits: packageLimits,
  })
  .parse(workerData)
parentPort?.postMessage(await judgeLinux(given, limits))
