import { devices, mqttApks } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../../test/answers.ts'
import { deviceOf, taskOf } from '../../../../../test/devices.ts'
import { pushOf } from '../../../../../test/pushes.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../../test/show.tsx'
import { AppActs } from './AppActs.tsx'
import { appLines } from './appLines.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

const named = 'com.unknown.game'
const sideLoaded = {
  package: named,
  versionCode: 1,
  versionName: '1.0',
  source: 'SIDE_LOADED',
  signer: null,
  bytes: null,
  isEnabled: true,
  firstInstalledAt: null,
  lastUpdatedAt: null,
} as const

function open() {
  signInAs('all')
  const server = answerCalls()
  server.reply(devices.supports, () => [])
  const [line] = appLines([sideLoaded], undefined)
  if (!line) throw new Error('an application without a line')
  show(<AppActs device={deviceOf(1, { lifecycle: 'ACTIVE' })} line={line} />)
  return server
}

it('removes what the platform does not know by its package', async () => {
  const server = open()
  server.reply(mqttApks.add, () => pushOf(1))
  fireEvent.click(await screen.findByRole('button', { name: 'Uninstall' }))
  await answerQuestion(true)
  await waitFor(() => expect(server.of(mqttApks.add)).toHaveLength(1))
  expect(server.of(mqttApks.add)[0]?.body).toMatchObject({
    want: { action: 'REMOVE_PACKAGE', package: named },
    targets: { ids: [deviceOf(1).id] },
  })
})

it('starts an application of the terminal, and asks before its data is erased', async () => {
  const server = open()
  server.reply(devices.command, () => taskOf(1))
  const press = async (name: string) => {
    fireEvent.click(await screen.findByRole('button', { name: `More acts on ${named}` }))
    fireEvent.click(await screen.findByRole('menuitem', { name, hidden: true }))
  }
  await press('Start application')
  await waitFor(() =>
    expect(server.of(devices.command)).toMatchObject([
      { body: { cmd: 'START_APP', args: { package: named } } },
    ]),
  )
  await press('Clear application data')
  await answerQuestion(false)
  expect(server.of(devices.command)).toHaveLength(1)
})
