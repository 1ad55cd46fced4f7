import { type ParamEnding, paramEndings, vendorCertificates } from '@muster/contract'
import { cleanup, within } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerBoard, cardOf, model, none } from '../../../../test/board.ts'
import { fakeMap } from '../../../../test/fakeMap.ts'
import { menuItem } from '../../../../test/menuItem.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useSession } from '../../../kit/session.ts'
import { Workbench } from './Workbench.tsx'

vi.mock('../../../kit/map/mapLibre.ts', () => ({
  openMap: () => Promise.resolve(fakeMap().handle),
}))
afterEach(cleanup)

it('a figure of repairs and of what ends leads to these tickets, values and approvals', async () => {
  prepareBrowser()
  signInAs('all')
  const server = answerBoard()
  const frontComponent = (frontComponent: string) => ({ frontComponent })
  useSession.setState({
    menu: [
      menuItem('/device/repair', frontComponent('REPAIR')),
      menuItem('/param/assignment', frontComponent('PARAM')),
    ],
  })
  show(<Workbench />, { modelId: model.modelId })
  const repairs = await cardOf('Repairs')
  const href = (name: string) => repairs.getByRole('link', { name }).getAttribute('href')
  expect(href('6Open tickets')).toBe(`#/device/repair?modelId=${model.modelId}&state=OPEN`)
  expect(href('2Under repair, testing')).toContain('state=WORK')
  const endings = await cardOf('Ends soon')
  const values = endings.getByRole('link', { name: /Keys, certificates and values .*: 2/ })
  expect(values.getAttribute('href')).toBe('#/param/assignment?tab=endings')
  expect(server.of(vendorCertificates.page)[0]?.query).toMatchObject({ endsWithin: '90' })
})

const value: ParamEnding = {
  id: '01a2018d-3ba4-7e31-9cd6-28d5b7de897e',
  valueId: 1,
  pid: 'pos.certificate',
  title: 'Certificate',
  columnTitle: null,
  label: '',
  endsOn: '2026-11-20',
  days: -2,
  source: 'DICTIONARY',
  assignmentId: null,
  ownerName: null,
  appName: null,
  deviceCount: 1,
}

it('tells what has ended from what ends later', async () => {
  prepareBrowser()
  signInAs('all')
  const server = answerBoard()
  const later = { ...value, id: model.modelId, title: 'Key', endsOn: '2026-12-20', days: 28 }
  server.reply(paramEndings.page, () => ({ ...none, list: [value, later], total: 2 }))
  show(<Workbench />)
  const card = await cardOf('Ends soon')
  const lineOf = (name: string) => card.getByText(name).closest('li') ?? document.body
  within(lineOf('Certificate')).getByText('Ended')
  expect(within(lineOf('Key')).queryByText('Ended')).toBeNull()
})
