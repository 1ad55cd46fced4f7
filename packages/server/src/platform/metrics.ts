import { collectDefaultMetrics, Registry } from 'prom-client'

/** Everything the process counts, for `GET /metrics`. */
export const metrics = new Registry()

collectDefaultMetrics({ register: metrics })
