import { codes, get, type MenuItem } from '@muster/contract'
import { afterEach, expect, it, vi } from 'vitest'
import { menuItem } from '../../../test/menuItem.ts'
import { currentAddress, navigate } from '../../platform/address.ts'
import { download } from './download.ts'
import { useNotices } from '../notify.ts'
import { useSession } from '../session.ts'

const sheet = get('/admin/any/v1/export', 'ANY_EXPORT', () => ({}))
const filePage = menuItem('/system/file', { frontComponent: 'FILE' })
const within = (item: MenuItem): MenuItem => ({
  ...filePage,
  frontComponent: 'LAYOUT',
  subSystemUserMenuVOS: [item],
})

const answers = (body: BodyInit, headers: Record<string, string>) =>
  vi.stubGlobal('fetch', async () => new Response(body, { headers }))
const json = (body: object) => answers(JSON.stringify(body), { 'content-type': 'application/json' })
const shown = () => useNotices.getState().list.map(({ kind, text }) => `${kind}: ${text}`)

/** The names under which files are saved from now on. */
function saved(): string[] {
  const names: string[] = []
  vi.spyOn(URL, 'createObjectURL').mockReturnValue('blob:x')
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (
    this: HTMLAnchorElement,
  ) {
    names.push(this.download)
  })
  return names
}

afterEach(() => {
  vi.restoreAllMocks()
  vi.unstubAllGlobals()
  useNotices.setState({ list: [] })
  useSession.setState({ menu: [] })
  navigate('/')
})

it('saves a file under the name that the server gives it, else as excel.xlsx', async () => {
  const names = saved()
  answers('a,b', { 'content-disposition': 'attachment; filename=actions.csv' })
  await download(sheet, {})
  answers('a,b', { 'content-type': 'application/vnd.ms-excel' })
  await download(sheet, {})
  expect(names).toEqual(['actions.csv', 'excel.xlsx'])
})

it('warns and goes to the file page when the server makes the file in the background', async () => {
  const names = saved()
  useSession.setState({ menu: [within(filePage)] })
  json({ code: codes.warning, msg: 'Being made' })
  await expect(download(sheet, {})).rejects.toMatchObject({ code: 102 })
  expect(shown()).toEqual(['warning: Being made'])
  expect([currentAddress().path, names]).toEqual(['/system/file', []])
})

it('stays where it is when the user has no file page', async () => {
  json({ code: '102', msg: 'Being made' })
  await expect(download(sheet, {})).rejects.toMatchObject({ code: 102 })
  expect(currentAddress().path).toBe('/')
})

it.each([500, 409, 200, '200', 201])(
  'shows code %j in place of a file as an error',
  async (code) => {
    const names = saved()
    json({ code, msg: 'Broken' })
    await expect(download(sheet, {})).rejects.toMatchObject({ code: Number(code) })
    expect([shown(), names]).toEqual([['error: Broken'], []])
  },
)

it('says nothing of code 0 in place of a file', async () => {
  const names = saved()
  json({ code: 0, msg: 'Nothing to make' })
  await download(sheet, {})
  expect([shown(), names]).toEqual([[], []])
})
