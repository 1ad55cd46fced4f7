import { vendorCertificates } from '@muster/contract'
import { cleanup } from '@testing-library/react'
import { afterEach, expect, it, vi } from 'vitest'
import { answerBoard, cardOf, model } from '../../../../test/board.ts'
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
  expect(href('2Under repair')).toContain('state=REPAIRING')
  const endings = await cardOf('Ends soon')
  const values = endings.getByRole('link', { name: /Keys, certificates and values .*: 2/ })
  expect(values.getAttribute('href')).toBe('#/param/assignment?tab=endings')
  expect(server.of(vendorCertificates.page)[0]?.query).toMatchObject({ endsWithin: '90' })
})
