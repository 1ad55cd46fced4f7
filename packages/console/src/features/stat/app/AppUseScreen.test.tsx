import { appErrorsList, appStat, appUse, vendors } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { listSpec } from '../../../../test/listSpec.tsx'
import { menuItem } from '../../../../test/menuItem.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { useSession } from '../../../kit/session.ts'
import { readAddress } from '../../../platform/address.ts'
import { textsOf } from '../../../kit/textsOf.ts'
import { AppUseList } from './AppUseList.tsx'
import { ErrorBlock } from './ErrorBlock.tsx'
import { HolderList } from './HolderList.tsx'

listSpec('the use of applications', { Screen: AppUseList, page: appUse.page })

const Holders = () => <HolderList of={{ page: appStat.page }} />
listSpec('terminals that have an application', { Screen: Holders, page: appStat.page })

const id = '01a2018d-3ba4-7e31-9cd6-28d5b7de897d'

beforeEach(() => {
  prepareBrowser()
  signInAs('all')
})
afterEach(cleanup)

it('shows by a chip that the terminals are those of a vendor', async () => {
  const server = answerCalls()
  server.reply(appStat.page, () => ({ list: [], total: 0, pageNum: 1, pageSize: 10 }))
  server.reply(vendors.list, () => [{ id, name: 'Northlight', code: null }])
  show(<Holders />, { vendorId: id })
  expect(await screen.findByRole('button', { name: /Vendor Northlight/ })).toBeDefined()
})

it.each([
  ['to its failures, of the same terminals and days', 30],
  ['nowhere where the log cannot show so many days', 120],
])('leads from a cause %s', async (_, days) => {
  const from = '2026-03-01T00:00:00.000Z'
  const to = new Date(Date.parse(from) + days * 86_400_000).toISOString()
  useSession.setState({ menu: [menuItem('/log/app', { frontComponent: 'APK_LOG' })] })
  answerCalls().reply(appStat.error, () => ({
    from,
    to,
    done: 3,
    failed: 12,
    codes: [{ code: 'A203', count: 12 }],
    countedAt: to,
  }))
  show(<ErrorBlock appId={id} />, { vendorId: id, orgId: id, modelId: id })
  await screen.findByText(/failed of what was tried/)
  const link = screen.queryByRole('link', { name: /A203/ })
  const of = { appId: id, vendorId: id, orgId: id, modelId: id, code: 'A203' }
  const list = appErrorsList({ from, to }, of)
  expect(link ? readAddress(link.getAttribute('href') ?? '').query : null).toEqual(
    list && textsOf(list.query),
  )
  expect(link !== null).toBe(days < 92)
})
