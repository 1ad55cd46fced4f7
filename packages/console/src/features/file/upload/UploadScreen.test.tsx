import { type ReplyOf, type Upload, uploadConfig, uploads } from '@muster/contract'
import { cleanup, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { UploadScreen } from './UploadScreen.tsx'
import { useUploads } from './uploadQueue.ts'

const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`

const upload = (n: number, part: Partial<Upload>): Upload => ({
  id: idOf(n),
  name: `file-${n}.log`,
  type: 'log',
  bytes: 2048,
  receivedBytes: 2048,
  sha256: 'ab'.repeat(32),
  md5: 'cd'.repeat(16),
  state: 'STORED',
  reason: null,
  scan: null,
  scannedAt: null,
  signature: null,
  storage: 'FOLDER',
  publicUrl: null,
  referenceCount: 0,
  orgName: 'Platform',
  createdBy: 'Layla',
  createdAt: '2026-11-20T14:58:41.000Z',
  ...part,
})

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  useUploads.setState({ list: [] })
  server = answerCalls()
  const list = [
    upload(1, { state: 'UPLOADING', receivedBytes: 1024 }),
    upload(2, { referenceCount: 2 }),
    upload(3, { state: 'REJECTED', reason: 'upload.reason.hash' }),
    upload(4, { state: 'ORPHAN' }),
  ]
  server.reply(uploads.page, () => ({ list, total: 4, pageNum: 1, pageSize: 20 }))
  server.reply(uploads.rules, () => rules)
  server.reply(uploadConfig.get, () => settings)
  server.reply(uploadConfig.scanner, () => scanner)
})
afterEach(cleanup)

const rules: ReplyOf<typeof uploads.rules> = [
  { type: 'apk', extensions: ['apk'], maxBytes: 1024 },
  { type: 'log', extensions: ['log', 'gz'], maxBytes: 1024 },
]
const settings: ReplyOf<typeof uploadConfig.get> = uploadConfig.save.schemas.body.parse({
  version: 3,
})

const scanner: ReplyOf<typeof uploadConfig.scanner> = { state: 'READY', version: 'ClamAV 1.4.6' }

const rowOf = async (text: string) =>
  within((await screen.findByText(text)).closest('tr') as HTMLElement)

it('shows how far each file is and offers what can be done with it', async () => {
  show(<UploadScreen />)
  const sending = await rowOf('file-1.log')
  sending.getByText('Uploading 50%')
  expect(sending.queryByRole('button', { name: 'Download' })).toBeNull()
  const used = await rowOf('file-2.log')
  used.getByRole('button', { name: 'Download' })
  expect(used.queryByRole('button', { name: /^More actions/ })).toBeNull()
  const rejected = await rowOf('file-3.log')
  rejected.getByTitle('What arrived is not what was announced. Upload it again.')
  const orphan = await rowOf('file-4.log')
  orphan.getByText('Orphan')
  await userEvent.click(orphan.getByRole('button', { name: /^More actions/ }))
  await within(await screen.findByRole('menu', { hidden: true })).findByText('Delete')
})

it('tells who uses a file', async () => {
  server.reply(uploads.references, () => [{ usedBy: 'apk', usedId: idOf(9), name: 'Wallet' }])
  show(<UploadScreen />)
  await userEvent.click((await rowOf('file-2.log')).getByRole('button', { name: 'Details' }))
  const dialog = await screen.findByRole('dialog', { name: 'file-2.log' })
  expect((await within(dialog).findByText('Wallet')).closest('li')?.textContent).toBe(
    'Wallet · App package',
  )
  expect(within(dialog).getByText('ab'.repeat(32))).toBeTruthy()
})

it('says what the virus scanner found, and has chosen files searched anew', async () => {
  const signature = 'Eicar-Test'
  const list = [
    upload(1, { scan: 'CLEAN' }),
    upload(2, { state: 'REJECTED', scan: 'INFECTED', signature, reason: 'upload.reason.infected' }),
  ]
  server.reply(uploads.page, () => ({ list, total: 2, pageNum: 1, pageSize: 20 }))
  server.reply(uploads.rescan, () => ({ count: 1 }))
  show(<UploadScreen />)
  const bad = await rowOf('file-2.log')
  bad.getByText('Virus found')
  bad.getByTitle('The virus scanner found Eicar-Test')
  expect(screen.queryByRole('button', { name: 'Search for viruses' })).toBeNull()
  const good = await rowOf('file-1.log')
  await userEvent.click(good.getByRole('checkbox'))
  await userEvent.click(screen.getByRole('button', { name: 'Search for viruses' }))
  await waitFor(() => expect(server.of(uploads.rescan)).toHaveLength(1))
  expect(server.of(uploads.rescan)[0]?.body).toEqual({ ids: [idOf(1)] })
})

it('shows where a public file is read', async () => {
  const publicUrl = 'https://cdn.example.org/media/file/x/file-1.log'
  const list = [upload(1, { publicUrl })]
  server.reply(uploads.page, () => ({ list, total: 1, pageNum: 1, pageSize: 20 }))
  show(<UploadScreen />)
  await userEvent.click((await rowOf('file-1.log')).getByRole('button', { name: 'Details' }))
  const dialog = await screen.findByRole('dialog', { name: 'file-1.log' })
  expect(await within(dialog).findByText(publicUrl)).toBeTruthy()
})

it('deletes orphans only when that was agreed to', async () => {
  server.reply(uploads.purge, () => ({ count: 1 }))
  show(<UploadScreen />)
  await screen.findByText('file-1.log')
  await userEvent.click(screen.getByRole('button', { name: 'Delete orphans' }))
  await answerQuestion(false)
  expect(server.of(uploads.purge)).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Delete orphans' }))
  await answerQuestion(true)
  await waitFor(() => expect(server.of(uploads.purge)).toHaveLength(1))
})

async function chooseFiles(...files: File[]) {
  show(<UploadScreen />)
  await userEvent.click(await screen.findByRole('button', { name: 'Upload files' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Upload files' }))
  await userEvent.selectOptions(await dialog.findByLabelText('Used for'), 'Log')
  await userEvent.upload(dialog.getByLabelText(/Drop files here/), files, { applyAccept: false })
  return dialog
}

it('says before a byte is read what the server would refuse', async () => {
  const dialog = await chooseFiles(
    new File(['x'], 'a.exe'),
    new File(['x'.repeat(2000)], 'b.log'),
    new File([], 'c.log'),
  )
  await dialog.findByText('The name must end in one of: log, gz')
  dialog.getByText(/^At most 0/)
  dialog.getByText('The file is empty')
  expect(server.of(uploads.init)).toEqual([])
})

it('lets a file rest and go on, and gives up one that is cancelled', async () => {
  const uploadId = idOf(7)
  const begun: ReplyOf<typeof uploads.init> = {
    uploadId,
    state: 'UPLOADING',
    chunkBytes: 8,
    missing: [0],
  }
  server.reply(uploads.init, () => begun)
  server.refuse(uploads.chunk, { code: 503, msg: 'Away', data: null })
  server.reply(uploads.cancel, () => ({ count: 1 }))
  const dialog = await chooseFiles(new File(['a line'], 'a.log'))
  await dialog.findByText(/^Sending/)
  await userEvent.click(dialog.getByRole('button', { name: 'Pause: a.log' }))
  await dialog.findByText(/^Paused/)
  const asked = server.of(uploads.init).length
  await userEvent.click(dialog.getByRole('button', { name: 'Go on: a.log' }))
  await waitFor(() => expect(server.of(uploads.init)).toHaveLength(asked + 1))
  await userEvent.click(dialog.getByRole('button', { name: 'Cancel: a.log' }))
  await waitFor(() => expect(server.of(uploads.cancel)).toHaveLength(1))
  expect(dialog.queryByText('a.log')).toBeNull()
})

it('saves the rules of a type as they were typed', async () => {
  server.reply(uploadConfig.save, () => ({ ...settings, version: 4 }))
  show(<UploadScreen />, { tab: 'settings' })
  const [endings] = await screen.findAllByLabelText(/^Endings/)
  if (!endings) throw new Error('no field')
  await userEvent.clear(endings)
  await userEvent.type(endings, 'APK, .xapk,')
  await userEvent.click(screen.getByRole('button', { name: 'Save' }))
  await waitFor(() => expect(server.of(uploadConfig.save)).toHaveLength(1))
  expect(server.of(uploadConfig.save)[0]?.body).toEqual({
    ...settings,
    apkExtensions: ['apk', 'xapk'],
  })
})

it('offers nothing that the user may not do', async () => {
  signInAs(['UPLOAD_LIST'])
  show(<UploadScreen />)
  const row = await rowOf('file-4.log')
  for (const name of ['Download', /^More actions/])
    expect(row.queryByRole('button', { name })).toBeNull()
  for (const name of ['Upload files', 'Delete orphans'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('tab', { name: 'Settings' })).toBeNull()
})
