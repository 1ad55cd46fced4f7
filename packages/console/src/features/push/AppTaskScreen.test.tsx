import { apks, apps, mqttApks, mqttTasks, policyApps } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../test/answers.ts'
import { onePage } from '../../../test/devices.ts'
import { listSpec } from '../../../test/listSpec.tsx'
import { detailedPushOf, pushOf } from '../../../test/pushes.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../test/show.tsx'
import { AppTaskScreen } from './AppTaskScreen.tsx'
import { AppTaskForm } from './form/AppTaskForm.tsx'
import { appStartOf } from './form/appValues.ts'
import type { PushStart } from './form/pushStart.ts'

listSpec('application tasks', { Screen: AppTaskScreen, page: mqttApks.page })

beforeEach(prepareBrowser)
afterEach(cleanup)

const appId = pushOf(7).id
const apkId = pushOf(8).id
const installed = {
  kind: 'APP_INSTALL',
  package: 'com.bank.pay',
  versionName: '1.2',
  state: 'FINISHED',
  failed: 0,
} as const

function serve(change: Partial<ReturnType<typeof pushOf>> = installed) {
  signInAs('all')
  const server = answerCalls()
  server.reply(mqttApks.page, () => onePage([pushOf(1, change)]))
  server.reply(mqttApks.count, () => ({
    OPEN: 0,
    APPROVAL: 0,
    SCHEDULED: 0,
    RUNNING: 0,
    PAUSED: 0,
  }))
  server.reply(mqttTasks.halts, () => [])
  return server
}

const menu = async () =>
  fireEvent.click(await screen.findByRole('button', { name: /More actions/ }))

it('brings the version before to those that one has reached, once that is sure', async () => {
  const server = serve()
  server.reply(mqttApks.rollBack, () => pushOf(2))
  show(<AppTaskScreen />)
  expect(await screen.findByText('1.2')).toBeTruthy()
  await menu()
  fireEvent.click(await screen.findByRole('menuitem', { name: 'Roll back', hidden: true }))
  await answerQuestion(true)
  await waitFor(() => expect(server.of(mqttApks.rollBack)).toHaveLength(1))
})

it.each([
  ['was removed', { kind: 'APP_UNINSTALL' }],
  ['has reached nobody', { succeeded: 0 }],
] as const)('offers no way back where an application %s', async (_, change) => {
  serve({ ...installed, ...change })
  show(<AppTaskScreen />)
  await menu()
  expect(await screen.findByRole('menuitem', { name: /Copy/, hidden: true })).toBeTruthy()
  expect(screen.queryByRole('menuitem', { name: 'Roll back', hidden: true })).toBeNull()
})

it('opens with a version that the address names, as its menu does', async () => {
  const server = serve()
  server.reply(policyApps.list, () => [{ id: appId, name: 'Pay', code: null }])
  server.reply(policyApps.versions, () => [
    {
      id: apkId,
      versionCode: 2,
      versionName: '1.2',
      state: 'ONLINE',
      track: 'PRODUCTION' as const,
    },
  ])
  show(<AppTaskScreen />, { bringApp: appId, bringApk: apkId })
  const dialog = within(await screen.findByRole('dialog'))
  expect(await dialog.findByDisplayValue('1.2 (2)')).toBeTruthy()
})

const nothing = () => undefined

async function open(record: PushStart) {
  show(<AppTaskForm dialog={{ isOpen: true, record, open: nothing, close: nothing }} />)
  return within(await screen.findByRole('dialog'))
}

const started = (more: object = {}): PushStart =>
  appStartOf(
    detailedPushOf(1, {
      ...installed,
      args: {
        pkg: 'com.bank.pay',
        vc: 2,
        opt: { ask: true, maxRefuse: 3 },
        gate: { appId, apkId },
      },
      ...more,
    }),
  )

function serveForm() {
  const server = answerCalls()
  server.reply(apps.list, () => [{ id: appId, name: 'Pay', code: null }])
  server.reply(apks.page, () => onePage([]))
  server.reply(mqttApks.precheck, () => ({
    total: 3,
    given: 2,
    next: [{ title: 'Scale 3', given: 1, leftOut: [{ code: 'I203', count: 2, examples: [] }] }],
    unknown: { count: 0, examples: [] },
    leftOut: [{ code: 'I202', count: 1, examples: ['TEST-0003'] }],
    capped: false,
    needsApproval: false,
  }))
  server.reply(mqttApks.add, () => pushOf(1, installed))
  return server
}

it('gives what was looked at, with what must be so on the terminal', async () => {
  signInAs('all')
  const server = serveForm()
  const dialog = await open(started())
  fireEvent.click(dialog.getByLabelText('Only while nobody uses it'))
  fireEvent.click(dialog.getByRole('button', { name: 'Check whom it reaches' }))
  fireEvent.click(await dialog.findByRole('button', { name: 'Give it to 2 terminals' }))
  await waitFor(() => expect(server.of(mqttApks.add)).toHaveLength(1))
  expect(server.of(mqttApks.add)[0]?.body).toMatchObject({
    want: { action: 'INSTALL', apkId, opt: { ask: true, maxRefuse: 3, idle: true, force: false } },
    targets: { groupId: pushOf(1).id.replace('3001', '0001') },
  })
})

it('brings several, one after the other, each with what is wanted of it', async () => {
  signInAs('all')
  const server = serveForm()
  const dialog = await open(started({ kind: 'APP_UNINSTALL' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Add another application' }))
  fireEvent.click(dialog.getByRole('button', { name: 'Check whom it reaches' }))
  expect(server.of(mqttApks.precheck)).toEqual([])
  fireEvent.click(dialog.getByRole('button', { name: 'Remove the last application' }))
  cleanup()
  const filled = started({ kind: 'APP_UNINSTALL' })
  const two = await open({ ...filled, values: { ...filled.values, followers: 1, appId1: apkId } })
  expect(two.getAllByText(/Then application 2/).length).toBeGreaterThan(0)
  fireEvent.click(two.getByLabelText('Keep the data of what is removed'))
  fireEvent.click(two.getByRole('button', { name: 'Check whom it reaches' }))
  await waitFor(() =>
    expect(server.of(mqttApks.precheck)[0]?.body).toMatchObject({
      want: { action: 'UNINSTALL', appId, opt: { keepData: true } },
      next: [{ action: 'UNINSTALL', appId: apkId, opt: { keepData: true } }],
    }),
  )
  expect(await two.findByText(/Then Scale 3: 1 of them/)).toBeTruthy()
})

it('takes an application away without what is about bringing it', async () => {
  signInAs('all')
  const server = serveForm()
  const dialog = await open(started({ kind: 'APP_UNINSTALL' }))
  expect(dialog.queryByLabelText(/older version/)).toBeNull()
  fireEvent.click(dialog.getByRole('button', { name: 'Check whom it reaches' }))
  await waitFor(() =>
    expect(server.of(mqttApks.precheck)[0]?.body).toMatchObject({
      want: { action: 'UNINSTALL', appId },
    }),
  )
})

it('offers what skips a protection only to those who may', async () => {
  signInAs(['MQTT_APK_ADD', 'APPLICATION_LIST', 'APK_LIST'])
  serveForm()
  const dialog = await open(started())
  expect(dialog.queryByLabelText(/Force/)).toBeNull()
  expect(dialog.queryByLabelText(/older version/)).toBeNull()
})
