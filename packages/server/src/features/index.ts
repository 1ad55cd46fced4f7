import type { Feature } from '../kit/serve.ts'
import { areaRoutes } from './timezone/area/area.routes.ts'

/** Everything the server serves, one line a feature. */
export const features: readonly Feature[] = [areaRoutes]
