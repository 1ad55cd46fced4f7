import { activeRate, actsIn, type AppStep, troubleRate } from './appRates.ts'
import type { TableOf } from './table.ts'

/** The tables of STATISTICS_APK over time. */
export const appTables = {
  acts: {
    columns: ['workbench.time', 'appStat.come', 'appLog.act.REMOVED', 'appLog.result.failed'],
    cells: (step) => {
      const { come, gone, failed } = actsIn(step)
      return [come, gone, failed]
    },
  } satisfies TableOf<AppStep>,
  use: {
    columns: [
      'workbench.time',
      'appStat.days',
      'appStat.activeDays',
      'appStat.activePercent',
      'appUse.launches',
      'appUse.minutes',
      'appUse.kilobytes',
    ],
    cells: (step) => [
      step.days,
      step.active,
      activeRate(step),
      step.launches,
      step.minutes,
      step.kilobytes,
    ],
  } satisfies TableOf<AppStep>,
  trouble: {
    columns: [
      'workbench.time',
      'appStat.days',
      'appUse.crashes',
      'appUse.anrs',
      'appStat.perThousand',
    ],
    cells: (step) => [step.days, step.crashes, step.anrs, troubleRate(step)],
  } satisfies TableOf<AppStep>,
} as const
