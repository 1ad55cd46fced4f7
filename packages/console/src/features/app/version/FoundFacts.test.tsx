import { type Apk, type App, apks, codes, models } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { ApkFacts } from './ApkFacts.tsx'
import { NextApkForm } from './ApkForm.tsx'
import { FoundFacts } from './FoundFacts.tsx'
import { TemplatesDialog } from './TemplatesDialog.tsx'

beforeEach(prepareBrowser)
afterEach(cleanup)

it('says what is wrong with a file that is no package', async () => {
  signInAs('all')
  const message = 'It is no package: its directory is missing.'
  const fields = [{ field: 'fileId', message }]
  answerCalls().refuse(
    apks.parse,
    refuse(codes.badRequest, 'Some values are not accepted', { fields }),
  )
  show(<FoundFacts fileId="f" appId="a" signature="" />)
  expect(await screen.findByText(message)).toBeTruthy()
  expect(screen.queryByText('Some values are not accepted')).toBeNull()
})

const id = '01a2018d-3ba4-7e31-9cd6-28d5b7de897d'
const needs = {
  id,
  versionCode: 2,
  track: 'PRODUCTION',
  releaseNotes: 'New',
  state: 'SUBMITTED',
  bytes: 1,
  abis: [],
  schemes: [],
  locales: [],
  features: [],
  minSdk: null,
  publishAt: null,
  submittedByName: null,
  signerSubject: null,
  minAgent: '3.2',
  minPreviousCode: 7,
  dependencies: [{ package: 'org.base', code: 3 }],
  modelIds: [id],
  paramTemplateIds: [id],
  paramTemplates: [{ id, name: 'Till', rev: 3 }],
  forceUpdate: true,
  uninstallFirst: false,
  isRollback: false,
} as const

it('shows a reviewer what a version asks of terminals and how it is brought', async () => {
  signInAs('all')
  answerCalls().reply(models.list, () => [{ id, name: 'N7', code: null }])
  // Of a version only what is shown here.
  show(<ApkFacts apk={needs as unknown as Apk} />)
  expect(await screen.findByText('N7')).toBeTruthy()
  expect(screen.getByText('org.base').parentElement?.textContent).toContain('from code 3')
  for (const said of ['3.2', '7']) expect(screen.getByText(said)).toBeTruthy()
  expect(screen.getByText('Terminals must take it')).toBeTruthy()
  expect(screen.getByText('Till, revision 3')).toBeTruthy()
  expect(screen.queryByText('Uninstall the version before it first')).toBeNull()
})

it('takes over for the next version what the one before needs beside it', async () => {
  signInAs('all')
  answerCalls().reply(models.list, () => [{ id, name: 'N7', code: null }])
  const record = needs as unknown as Apk
  const app = { id, osKind: 'ANDROID' } as unknown as App
  const still = () => undefined
  show(<NextApkForm dialog={{ isOpen: true, record, open: still, close: still }} app={app} />)
  const part = within(await screen.findByRole('group', { name: 'Packages it needs beside itself' }))
  expect(part.getByDisplayValue('org.base')).toBeTruthy()
  expect(part.getByDisplayValue('3')).toBeTruthy()
  // The name is known with the version: whose template it is, the reader need not see.
  const brought = within(screen.getByRole('list', { name: 'Parameter templates' }))
  expect(brought.getByText('Till')).toBeTruthy()
})

it('lets a version that was decided about bring other templates', async () => {
  signInAs('all')
  const server = answerCalls()
  server.reply(apks.setTemplates, () => ({ count: 1 }))
  const record = { ...needs, name: 'Pay 2', version: 6, state: 'ONLINE' } as unknown as Apk
  const app = { id, osKind: 'ANDROID' } as unknown as App
  const dialog = { isOpen: true, record, open: () => undefined, close: () => undefined }
  show(<TemplatesDialog dialog={dialog} app={app} />)
  const brought = within(await screen.findByRole('list', { name: 'Parameter templates' }))
  await userEvent.click(brought.getByRole('button'))
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.of(apks.setTemplates)).toHaveLength(1))
  const [asked] = server.of(apks.setTemplates)
  expect(asked?.path).toContain(id)
  expect(asked?.body).toEqual({ version: 6, paramTemplateIds: [] })
})
