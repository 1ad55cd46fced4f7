import { upgradeVersions, users } from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { answerNothing } from '../../../../test/anyList.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { idOf, vendorOf } from '../../../../test/vendorTable.tsx'
import { FirmwareTab } from './FirmwareTab.tsx'
import { UsersTab } from './UsersTab.tsx'
import { vendorTabs } from './vendorTabs.ts'

beforeEach(prepareBrowser)
afterEach(cleanup)

it.each([
  ['firmware', FirmwareTab, upgradeVersions.page, 'No firmware of this vendor yet'],
  ['users', UsersTab, users.page, 'No users belong to this vendor yet'],
] as const)('the tab of its %s shows those of the vendor alone', async (key, Tab, page, empty) => {
  const server = answerNothing()
  signInAs('all')
  show(<Tab vendor={vendorOf(3)} />)
  await screen.findAllByText(new RegExp(empty))
  await waitFor(() => {
    const asked = server.asked.filter(({ pathname }) => pathname === page.path)
    expect(asked.map(({ searchParams }) => searchParams.get('vendorId'))).toEqual([idOf(3)])
  })
  expect(vendorTabs.find((tab) => tab.key === key)?.permission).toBe(page.permission)
})
