import type { ReplyOf } from '../core/call.ts'
import { silences, type deviceStat } from './device.ts'
import { alarmRate, alarmsIn, type EstateStep, onlineRate } from './deviceRates.ts'
import type { TableOf } from './table.ts'

type Model = ReplyOf<typeof deviceStat.alarm>['models'][number]
type Heard = ReplyOf<typeof deviceStat.silent>['all']
type Served = ReplyOf<typeof deviceStat.availability>['organizations'][number]

const inTenths = (value: number): number => Math.round(value * 10) / 10

/** The tables of STATISTICS_DEVICE. */
export const deviceTables = {
  online: {
    columns: [
      'workbench.time',
      'stat.inService',
      'stat.onlineMean',
      'stat.meanPercent',
      'stat.lowPercent',
    ],
    cells: (step) => [
      step.terminals,
      step.online === null ? null : inTenths(step.online),
      onlineRate(step, step.online),
      onlineRate(step, step.low),
    ],
  } satisfies TableOf<EstateStep>,
  life: {
    columns: [
      'workbench.time',
      'stat.activated',
      'stat.left.REMOVED',
      'device.lifecycle.SCRAPPED',
      'device.lifecycle.REPLACED',
      'device.lifecycle.LOST',
    ],
    cells: ({ activated, left }) => [
      activated,
      left.REMOVED,
      left.SCRAPPED,
      left.REPLACED,
      left.LOST,
    ],
  } satisfies TableOf<EstateStep>,
  alarms: {
    columns: [
      'workbench.time',
      'stat.alarms',
      'alarm.severity.CRITICAL',
      'alarm.severity.HIGH',
      'alarm.severity.MEDIUM',
      'alarm.severity.LOW',
      'stat.perThousand',
    ],
    cells: (step) => [
      alarmsIn(step),
      step.alarms.CRITICAL,
      step.alarms.HIGH,
      step.alarms.MEDIUM,
      step.alarms.LOW,
      alarmRate(step),
    ],
  } satisfies TableOf<EstateStep>,
  models: {
    columns: [
      'device.model',
      'workbench.terminals',
      'stat.alarms',
      'stat.perThousand',
      'stat.failures',
    ],
    cells: ({ terminals, alarms, failures }) => [
      terminals,
      alarms,
      terminals === 0 ? null : inTenths((alarms * 1000) / terminals),
      failures,
    ],
  } satisfies TableOf<Model>,
  silent: {
    columns: [
      'stat.of',
      'stat.inService',
      'stat.silence.24',
      'stat.silence.72',
      'stat.silence.168',
      'stat.silence.720',
      'stat.silence.NEVER',
    ],
    cells: ({ terminals, silent }) => [terminals, ...silences.map((silence) => silent[silence])],
  } satisfies TableOf<Heard>,
  served: {
    columns: ['stat.of', 'stat.inService', 'stat.availabilityPercent'],
    cells: ({ terminals, share }) => [terminals, share],
  } satisfies TableOf<Served>,
} as const
