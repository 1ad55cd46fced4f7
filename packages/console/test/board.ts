import {
  apps,
  asyncTasks,
  mapStat,
  mqttApks,
  mqttTasks,
  notices,
  paramEndings,
  plans,
  repairs,
  type ReplyOf,
  todoRecords,
  userWorkbench,
  vendorCertificates,
  versionStat,
  workbench,
  workbenchLayout,
} from '@muster/contract'
import { screen, waitFor, within } from '@testing-library/react'
import { expect } from 'vitest'
import { answerCalls } from './answers.ts'

export const countedAt = '2026-11-22T04:00:00.000Z'
/** A model of an estate of ten terminals. */
export const model = {
  modelId: '01a2018d-3ba4-7e31-9cd6-28d5b7de897d',
  name: 'Aurora A8',
  vendorName: 'Northlight',
  total: 7,
  active: 6,
  online: 3,
  away: 1,
}

/** A server that answers all that a workbench asks: of an estate of ten terminals. */
export function answerBoard(): ReturnType<typeof answerCalls> {
  const server = answerCalls()
  server.reply(userWorkbench.get, () => workbenchLayout().parse({}))
  server.reply(workbench.summary, () => ({
    total: 10,
    byLifecycle: { ACTIVE: 7, SUSPENDED: 3 },
    online: 4,
    offline: 1,
    away: 2,
    never: 3,
    locked: 2,
    tampered: 1,
    countedAt,
  }))
  server.reply(workbench.trend, () => ({
    grain: 'HOUR' as const,
    points: [
      { at: '2026-11-22T03:00:00.000Z', online: 3 },
      { at: '2026-11-22T04:00:00.000Z', online: 4 },
    ],
  }))
  server.reply(workbench.happened, () => [])
  server.reply(workbench.activation, () => ({ days: [{ day: '2026-11-22', count: 7 }] }))
  server.reply(workbench.version, () => ({
    total: 10,
    top: [{ version: '2.4.1', count: 6 }],
    others: 0,
    unknown: 4,
  }))
  server.reply(workbench.versionByModel, () => [])
  server.reply(workbench.model, () => ({ top: [model], others: 3 }))
  server.reply(workbench.command, () => ({
    states: [{ state: 'SUCCESS' as const, count: 5 }],
    countedAt,
  }))
  answerTasks(server)
  return server
}

function answerTasks(server: ReturnType<typeof answerCalls>): void {
  server.reply(workbench.todo, () => ({
    alarms: 3,
    failing: 5,
    unclaimed: 2,
    reviews: null,
    apkReviews: null,
    versionReviews: null,
    planApprovals: 4,
    taskApprovals: null,
    appApprovals: null,
    paramApprovals: null,
    jsonApprovals: null,
    invited: 1,
  }))
  server.reply(todoRecords.first, () => ({}))
  server.reply(workbench.lock, () => ({ total: 0, list: [] }))
  server.reply(asyncTasks.mine, () => [])
  server.reply(notices.page, () => none)
  server.reply(mapStat.area, () => areasOf([]))
  server.reply(versionStat.matrix, () => matrixOf([]))
  server.reply(mqttTasks.page, () => none)
  server.reply(mqttApks.page, () => none)
  server.reply(plans.page, () => none)
  server.reply(repairs.countStates, () => ({
    OPEN: 6,
    NEW: 3,
    TO_DEPOT: 0,
    DIAGNOSIS: 0,
    WORK: 2,
    GOING_BACK: 0,
    ON_HOLD: 1,
  }))
  server.reply(paramEndings.page, () => ({ ...none, total: 2 }))
  server.reply(vendorCertificates.page, () => none)
  server.reply(apps.page, () => none)
}

export const none = { list: [], total: 0, pageNum: 1, pageSize: 10 }
export const areasOf = (areas: ReplyOf<typeof mapStat.area>['areas']) => ({
  areas,
  elsewhere: { terminals: 0, online: 0, alarmed: 0, failing: 0 },
  firstDay: null,
  countedAt,
})
export const matrixOf = (models: ReplyOf<typeof versionStat.matrix>['models']) => ({
  models,
  others: 0,
  outdated: { versions: [], others: 0 },
  old: null,
  countedAt,
})

/** A card, once its figures are there. */
export async function cardOf(title: string) {
  const card = await screen.findByRole('region', { name: title })
  await waitFor(() => expect(within(card).queryByRole('status')).toBeNull())
  return within(card)
}

/** The titles of the cards, in their order. */
export const titlesShown = () =>
  screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent)
