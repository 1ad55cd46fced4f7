import {
  codes,
  type Language,
  languageFiles,
  languageKeeping,
  languageTexts,
  type LanguageFileOutcome,
} from '@muster/contract'
import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls, refuse } from '../../../../test/answers.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useNotices } from '../../../kit/notify.ts'
import { LanguageScreen } from './LanguageScreen.tsx'

const at = '2026-11-20T14:58:41.000Z'
const idOf = (n: number) => `019a0000-0000-7000-8000-${String(n).padStart(12, '0')}`
const english: Language = {
  id: idOf(1),
  code: 'en',
  name: 'English',
  nativeName: 'English',
  direction: 'ltr',
  translated: 200,
  total: 200,
  own: 0,
  isDefault: true,
  status: 1,
  updatedAt: at,
}
const french: Language = {
  ...english,
  id: idOf(2),
  code: 'fr',
  name: 'French',
  nativeName: 'Français',
  translated: 150,
  isDefault: false,
}
const outcome = (more: Partial<LanguageFileOutcome> = {}): LanguageFileOutcome => ({
  isApplied: false,
  added: ['vendor.title'],
  changed: [],
  unchanged: 3,
  refused: [],
  ...more,
})

let server: ReturnType<typeof answerCalls>

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
  server = answerCalls()
  const page = { total: 2, pageNum: 1, pageSize: 20 }
  server.reply(languageKeeping.page, () => ({ ...page, list: [english, french] }))
  server.reply(languageTexts.page, () => ({ ...page, total: 0, list: [] }))
})
afterEach(cleanup)

async function choose(name: string) {
  // In one event: a menu that is pressed before its code is there takes the button's place.
  fireEvent.click(await screen.findByRole('button', { name: 'More for French' }))
  await userEvent.click(await screen.findByRole('menuitem', { name, hidden: true }))
}

it('switches a language off, but not the default, and leads to what is not translated', async () => {
  server.reply(languageKeeping.setStatus, () => ({ count: 1 }))
  const address = show(<LanguageScreen />)
  await userEvent.click(await screen.findByRole('switch', { name: 'French enabled' }))
  await waitFor(() => expect(server.of(languageKeeping.setStatus)).toHaveLength(1))
  expect(server.of(languageKeeping.setStatus)[0]?.path).toMatch(/\/0$/)
  await waitFor(() => expect(useNotices.getState().list.at(-1)?.text).toBe('French disabled'))
  useNotices.getState().list.at(-1)?.action?.onClick()
  await waitFor(() => expect(server.of(languageKeeping.setStatus)).toHaveLength(2))
  expect(server.of(languageKeeping.setStatus)[1]?.path).toMatch(/\/1$/)
  expect(screen.queryByRole('switch', { name: 'English enabled' })).toBeNull()
  await userEvent.click(screen.getByRole('button', { name: '75%' }))
  expect(address.query).toMatchObject({ languageId: french.id, state: 'missing' })
})

it('tells what a file would do, and applies it only while nothing is refused', async () => {
  const texts = { 'vendor.title': 'Fabricants' }
  server.reply(languageFiles.read, () => ({ texts }))
  const reason = 'The translation must hold {count}'
  server.reply(languageFiles.bringIn, () => outcome({ refused: [{ key: 'kit.total', reason }] }))
  show(<LanguageScreen />)
  await choose('Import texts')
  const dialog = await screen.findByRole('dialog', { name: 'Import texts of French' })
  const file = new File(['{}'], 'fr.json')
  const choice = await within(dialog).findByLabelText('Choose a file', {})
  await userEvent.upload(choice, file)
  await within(dialog).findByText(/must hold \{count\}/)
  const apply = () => within(dialog).getByRole<HTMLButtonElement>('button', { name: 'Apply' })
  expect(apply().disabled).toBe(true)
  server.reply(languageFiles.bringIn, () => outcome())
  await userEvent.upload(choice, file)
  await waitFor(() => expect(apply().disabled).toBe(false))
  server.reply(languageFiles.bringIn, () => outcome({ isApplied: true }))
  await userEvent.click(apply())
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(server.of(languageFiles.bringIn).map(({ body }) => body)).toEqual([
    { texts, dryRun: true },
    { texts, dryRun: true },
    { texts, dryRun: false },
  ])
})

it('says below a file why it cannot be read', async () => {
  const fields = [{ field: 'file', message: 'These are the texts of another language: de' }]
  server.refuse(languageFiles.read, refuse(codes.badRequest, 'No', { fields }))
  show(<LanguageScreen />)
  await choose('Import texts')
  const dialog = await screen.findByRole('dialog', { name: 'Import texts of French' })
  const choice = await within(dialog).findByLabelText('Choose a file', {})
  await userEvent.upload(choice, new File(['x'], 'de.csv'))
  expect((await within(dialog).findByRole('alert')).textContent).toContain('another language: de')
})

it('offers nothing that the user may not do', async () => {
  signInAs(['LANG_LIST'])
  show(<LanguageScreen />)
  await screen.findByText('Français')
  for (const name of ['Add', 'Edit', 'Texts'])
    expect(screen.queryByRole('button', { name })).toBeNull()
  expect(screen.queryByRole('switch')).toBeNull()
})
