import type { QueuedDelivery } from './webhook.queries.ts'

/** What is sent of a delivery: the same text at each try. */
export const bodyOf = ({ id, event, at, data }: Omit<QueuedDelivery, 'attempts'>): string =>
  JSON.stringify({ id, event, at, data })
