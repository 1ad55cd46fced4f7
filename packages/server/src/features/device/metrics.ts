import { Counter, Gauge, Histogram } from 'prom-client'
import { metrics } from '../../platform/metrics.ts'

const registers = [metrics]

/** What the link to terminals counts. */
export const counted = {
  received: new Counter({
    name: 'muster_device_messages_total',
    help: 'Messages of terminals by kind',
    labelNames: ['kind'],
    registers,
  }),
  acknowledged: new Counter({
    name: 'muster_device_acknowledged_total',
    help: 'Messages of terminals acknowledged after their commit',
    registers,
  }),
  quarantined: new Counter({
    name: 'muster_device_quarantined_total',
    help: 'Messages, packets and connections of terminals that were turned away',
    labelNames: ['because'],
    registers,
  }),
  batchSize: new Histogram({
    name: 'muster_device_batch_messages',
    help: 'Messages stored by one transaction',
    buckets: [1, 4, 16, 64, 256, 1024, 4096],
    registers,
  }),
  batchSeconds: new Histogram({
    name: 'muster_device_batch_seconds',
    help: 'Time to store one batch',
    buckets: [0.001, 0.005, 0.01, 0.02, 0.05, 0.1, 0.5, 1, 5],
    registers,
  }),
  online: new Gauge({
    name: 'muster_device_connections',
    help: 'Terminals connected to this process',
    registers,
  }),
  published: new Counter({
    name: 'muster_device_publications_total',
    help: 'Messages sent to terminals by topic',
    labelNames: ['path'],
    registers,
  }),
  slowed: new Counter({
    name: 'muster_device_slowed_total',
    help: 'Messages of terminals that waited because their organisation sends more than it may',
    labelNames: ['organization'],
    registers,
  }),
  trail: new Counter({
    name: 'muster_device_trail_total',
    help: 'Messages that the trail recorded, or only counted',
    labelNames: ['what'],
    registers,
  }),
  outboxDepth: new Gauge({
    name: 'muster_device_outbox_rows',
    help: 'Messages to terminals that wait for a gateway',
    registers,
  }),
}
