import { type DeveloperDownload, developerDownloads } from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { answerQuestion, prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { DownloadList } from './DownloadList.tsx'

const id = '019a0000-0000-7000-8000-000000000001'
const download: DeveloperDownload = {
  id,
  status: 1,
  version: 1,
  createdAt: '2026-01-01T00:00:00.000Z',
  updatedAt: '2026-01-01T00:00:00.000Z',
  updatedBy: null,
  title: 'Kit',
  kind: 'SDK',
  vendorIds: [],
  vendors: [],
  release: '1.0',
  fileId: id,
  fileName: 'kit.zip',
  bytes: 22,
  sha256: 'ab',
  notes: {},
  audience: 'DEVELOPER',
  minAgent: null,
  state: 'PUBLISHED',
  publishAt: '2026-01-01T00:00:00.000Z',
  downloads: 3,
  hasNewer: false,
  isFollowed: false,
  lastTakenAt: null,
}

let server: ReturnType<typeof answerCalls>
beforeEach(() => {
  prepareBrowser()
  server = answerCalls()
})
afterEach(cleanup)

/** The list with one download in it, and the menu of its row open. */
async function menuOf(state: DeveloperDownload['state']): Promise<HTMLElement[]> {
  const list = [{ ...download, state }]
  server.reply(developerDownloads.page, () => ({ list, total: 1, pageNum: 1, pageSize: 20 }))
  show(<DownloadList />)
  fireEvent.click(await screen.findByRole('button', { name: 'More actions for Kit' }))
  return screen.findAllByRole('menuitem')
}

/** Opens the menu and chooses what it offers. */
async function choose(state: DeveloperDownload['state'], text: string): Promise<void> {
  const item = (await menuOf(state)).find(({ textContent }) => textContent === text)
  if (!item) throw new Error(`The menu does not offer ${text}`)
  fireEvent.click(item)
}

const words = (items: readonly HTMLElement[]) => items.map(({ textContent }) => textContent)

it.each([
  ['DRAFT', ['Publish']],
  ['SCHEDULED', ['Publish', 'Withdraw']],
  ['PUBLISHED', ['Link', 'Withdraw']],
  ['WITHDRAWN', ['Publish']],
] as const)('offers for a download that is %s: %s', async (state, offered) => {
  signInAs('all')
  const items = words(await menuOf(state))
  const moves = items.filter((item) => ['Link', 'Publish', 'Withdraw'].includes(item))
  expect(moves).toEqual(offered)
})

it('offers who may only take downloads the link, its versions and word of the next', async () => {
  signInAs(['APP_DEV_DOWNLOAD_LIST', 'APP_DEV_DOWNLOAD_FILE'])
  const items = words(await menuOf('PUBLISHED'))
  expect(items).toEqual(['Link', 'Versions', 'Tell me of the next version'])
})

it('shows the whole address of a link, and until when it is good', async () => {
  signInAs('all')
  server.reply(developerDownloads.link, () => ({
    url: '/media/download/1?signature=x',
    expiresAt: '2026-01-02T00:00:00.000Z',
  }))
  await choose('PUBLISHED', 'Link')
  const dialog = within(await screen.findByRole('dialog', { name: 'Link to Kit' }))
  expect(dialog.getByText(`${location.origin}/media/download/1?signature=x`)).toBeTruthy()
  expect(dialog.getByText(/may download the file until .*2026/)).toBeTruthy()
})

it('withdraws only once that is confirmed', async () => {
  signInAs('all')
  server.reply(developerDownloads.withdraw, () => ({ count: 1 }))
  await choose('PUBLISHED', 'Withdraw')
  await answerQuestion(false)
  expect(server.of(developerDownloads.withdraw)).toHaveLength(0)
  cleanup()
  await choose('PUBLISHED', 'Withdraw')
  await answerQuestion(true)
  await waitFor(() => expect(server.of(developerDownloads.withdraw)).toHaveLength(1))
})

it('publishes at once where no moment is said', async () => {
  signInAs('all')
  server.reply(developerDownloads.publish, () => ({ count: 1 }))
  await choose('DRAFT', 'Publish')
  const dialog = within(await screen.findByRole('dialog', { name: 'Publish Kit' }))
  fireEvent.click(await dialog.findByRole('button', { name: 'Publish' }))
  await waitFor(() => expect(server.of(developerDownloads.publish)).toHaveLength(1))
  expect(server.of(developerDownloads.publish)[0]?.body).toEqual({ publishAt: null })
})
