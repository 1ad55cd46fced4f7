import { parentPort, workerData } from 'node:worker_threads'
import * as z from 'zod/mini'
import { judge } from './judge.ts'
import { packageLimits } from './limits.ts'

const { path, limits } = z.object({ path: z.string(), limits: packageLimits }).parse(workerData)
parentPort?.postMessage(await judge(path, limits))
