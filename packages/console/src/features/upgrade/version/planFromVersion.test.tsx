import { type UpgradeVersion, upgradeVersions, type VersionState } from '@muster/contract'
import { cleanup, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, it } from 'vitest'
import { answerCalls } from '../../../../test/answers.ts'
import { menuItem } from '../../../../test/menuItem.ts'
import { prepareBrowser, show, signInAs } from '../../../../test/show.tsx'
import { upgradeVersion } from '../../../../test/upgradeVersion.ts'
import { useSession } from '../../../kit/session.ts'
import { VersionDetail } from './VersionDetail.tsx'
import { VersionList } from './VersionList.tsx'

const { id } = upgradeVersion
const versionIn = (state: VersionState): UpgradeVersion => ({ ...upgradeVersion, state })

function prepare(version: UpgradeVersion) {
  prepareBrowser()
  signInAs('all')
  useSession.setState({ menu: [menuItem('/upgrade/plan', { frontComponent: 'PLAN' })] })
  const server = answerCalls()
  server.reply(upgradeVersions.page, () => ({
    list: [version],
    total: 1,
    pageNum: 1,
    pageSize: 20,
  }))
  server.reply(upgradeVersions.detail, () => version)
  server.reply(upgradeVersions.devices, () => ({ list: [], total: 0, pageNum: 1, pageSize: 20 }))
}
afterEach(cleanup)

const openMenu = async () =>
  userEvent.click(await screen.findByRole('button', { name: 'Actions of Aurora 2.1.0' }))

it('begins a plan that brings a version which is online', async () => {
  prepare(versionIn('ONLINE'))
  show(<VersionList />)
  await openMenu()
  await userEvent.click(await screen.findByRole('menuitem', { name: 'New plan', hidden: true }))
  expect(location.hash).toBe(`#/upgrade/plan?bring=${id}`)
})

it('offers no plan of a version that plans may not bring', async () => {
  prepare(versionIn('SUSPENDED'))
  show(<VersionList />)
  await openMenu()
  await screen.findByRole('menuitem', { name: 'Details', hidden: true })
  expect(screen.queryByRole('menuitem', { name: 'New plan', hidden: true })).toBeNull()
})

it('begins a plan where the terminals stand that are behind', async () => {
  const record = versionIn('ONLINE')
  prepare(record)
  const dialog = { isOpen: true, record, open: () => undefined, close: () => undefined }
  location.hash = '/upgrade/version'
  show(<VersionDetail dialog={dialog} />)
  await userEvent.click(await screen.findByRole('tab', { name: 'Terminals behind' }))
  await userEvent.click(await screen.findByRole('button', { name: 'New plan' }))
  expect(location.hash).toBe(`#/upgrade/plan?bring=${id}`)
})
