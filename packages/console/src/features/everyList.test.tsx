import * as contract from '@muster/contract'
import { cleanup, screen, waitFor } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import type { ComponentType } from 'react'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { answerNothing } from '../../test/anyList.ts'
import { wholeList } from '../../test/wholeList.ts'
import { prepareBrowser, show, signInAs } from '../../test/show.tsx'
import { ListSlots } from '../kit/list/slots.tsx'
import { ClientList } from './client/ClientList.tsx'
import { CategoryList } from './device/category/CategoryList.tsx'
import { DeviceList } from './device/list/DeviceList.tsx'
import { ModelList } from './device/model/ModelList.tsx'
import { FileList } from './file/FileList.tsx'
import { UploadList } from './file/upload/UploadList.tsx'
import { ActionList } from './log/ActionList.tsx'
import { ClientErrorList } from './log/ClientErrorList.tsx'
import { SignInList } from './log/SignInList.tsx'
import { OrganizationList } from './organization/OrganizationList.tsx'
import { MailLogList } from './system/mail/log/MailLogList.tsx'
import { MailServerList } from './system/mail/servers/MailServerList.tsx'
import { MailTemplateList } from './system/mail/templates/MailTemplateList.tsx'
import { ParameterList } from './system/parameter/ParameterList.tsx'
import { AccessPointList } from './system/server/points/AccessPointList.tsx'
import { TaskList } from './task/TaskList.tsx'
import { AreaList } from './timezone/area/AreaList.tsx'
import { TimezoneList } from './timezone/timezone/TimezoneList.tsx'
import { UserList } from './user/account/UserList.tsx'
import { CustomizeList } from './user/customize/CustomizeList.tsx'
import { HistoryTab } from './user/history/HistoryTab.tsx'
import { PlatformUserList } from './user/platform/PlatformUserList.tsx'
import { RoleList } from './user/role/RoleList.tsx'
import { VendorList } from './vendor/VendorList.tsx'

interface Listing {
  readonly name: string
  readonly Screen: ComponentType
  readonly page: contract.Call
  /** Its records live a life: the list is cut to when they were made or changed. */
  readonly group?: object
}

const lists: readonly Listing[] = [
  { name: 'areas', Screen: AreaList, page: contract.areas.page, group: contract.areas },
  {
    name: 'time zones',
    Screen: TimezoneList,
    page: contract.timezones.page,
    group: contract.timezones,
  },
  { name: 'vendors', Screen: VendorList, page: contract.vendors.page, group: contract.vendors },
  {
    name: 'categories',
    Screen: CategoryList,
    page: contract.categories.page,
    group: contract.categories,
  },
  { name: 'models', Screen: ModelList, page: contract.models.page, group: contract.models },
  { name: 'terminals', Screen: DeviceList, page: contract.devices.page, group: contract.devices },
  { name: 'users', Screen: UserList, page: contract.users.page, group: contract.users },
  { name: 'roles', Screen: RoleList, page: contract.roles.page, group: contract.roles },
  {
    name: 'white labels',
    Screen: CustomizeList,
    page: contract.customizes.page,
    group: contract.customizes,
  },
  { name: 'clients', Screen: ClientList, page: contract.clients.page, group: contract.clients },
  {
    name: 'organisations',
    Screen: OrganizationList,
    page: contract.organizations.page,
    group: contract.organizations,
  },
  {
    name: 'access points',
    Screen: AccessPointList,
    page: contract.accessPoints.page,
    group: contract.accessPoints,
  },
  {
    name: 'mail servers',
    Screen: MailServerList,
    page: contract.mailServers.page,
    group: contract.mailServers,
  },
  { name: 'platform users', Screen: PlatformUserList, page: contract.platformUsers.page },
  { name: 'parameters', Screen: ParameterList, page: contract.parameters.page },
  { name: 'sent mails', Screen: MailLogList, page: contract.mailLog.page },
  { name: 'wordings', Screen: MailTemplateList, page: contract.mailTemplates.page },
  { name: 'files', Screen: FileList, page: contract.fileTasks.page },
  { name: 'uploads', Screen: UploadList, page: contract.uploads.page },
  { name: 'tasks', Screen: TaskList, page: contract.asyncTasks.page },
  { name: 'actions', Screen: ActionList, page: contract.actionLog.page },
  { name: 'sign-ins', Screen: SignInList, page: contract.signInLog.page },
  { name: 'errors of consoles', Screen: ClientErrorList, page: contract.clientErrorLog.page },
  { name: "one's own sign-ins", Screen: HistoryTab, page: contract.ownSessions.signIns },
]

beforeEach(prepareBrowser)
afterEach(cleanup)

const showList = (Screen: ComponentType) =>
  show(
    <ListSlots value={wholeList}>
      <Screen />
    </ListSlots>,
  )

describe.each(lists)('the list of $name', ({ Screen, page }) => {
  it('has a keyword, saved views, a choice of columns and a pause', async () => {
    const server = answerNothing()
    signInAs('all')
    const address = showList(Screen)
    await screen.findByRole('button', { name: 'Columns' })
    screen.getByRole('button', { name: 'Views' })
    await screen.findByRole('button', { name: 'Pause' })
    const keyword = document.querySelector<HTMLInputElement>('search input')
    if (!keyword) throw new Error('there is no keyword')
    await userEvent.type(keyword, 'basra{Enter}')
    expect(address.query['keyword']).toBe('basra')
    await waitFor(() => {
      const sought = server.asked.filter(({ pathname }) => pathname === page.path).at(-1)
      expect(sought?.searchParams.get('keyword')).toBe('basra')
    })
    await waitFor(() => expect(screen.getAllByText('Nothing matches').length).toBeGreaterThan(0))
  })

  it('tells who may not see it which permission is missing, and asks for nothing', async () => {
    const server = answerNothing()
    signInAs([])
    showList(Screen)
    const isOwn = page.permission === 'signedIn'
    if (!isOwn) await screen.findAllByText(new RegExp(`permission ${page.permission}\\.`))
    await waitFor(() =>
      expect(server.asked.some(({ pathname }) => pathname === page.path)).toBe(isOwn),
    )
  })
})
