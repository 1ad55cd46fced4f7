import type { LngLat } from '@muster/contract'

/** Five decimals of a degree are a metre. */
export const degreesText = ([longitude, latitude]: LngLat): string =>
  `${latitude.toFixed(5)}, ${longitude.toFixed(5)}`
