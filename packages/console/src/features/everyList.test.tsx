import * as contract from '@muster/contract'
import { type Listing, listSpec } from '../../test/listSpec.tsx'
import { ClientList } from './client/ClientList.tsx'
import { CategoryList } from './device/category/CategoryList.tsx'
import { ClassificationList } from './device/classification/ClassificationList.tsx'
import { GroupList } from './device/group/GroupList.tsx'
import { DeviceList } from './device/list/DeviceList.tsx'
import { FeatureList } from './device/feature/FeatureList.tsx'
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
import { MatrixList } from './vendor/matrix/MatrixScreen.tsx'
import { VendorList } from './vendor/VendorList.tsx'

const lists: readonly (Listing & { readonly name: string })[] = [
  { name: 'areas', Screen: AreaList, page: contract.areas.page },
  {
    name: 'time zones',
    Screen: TimezoneList,
    page: contract.timezones.page,
  },
  { name: 'vendors', Screen: VendorList, page: contract.vendors.page },
  {
    name: 'categories',
    Screen: CategoryList,
    page: contract.categories.page,
  },
  { name: 'features', Screen: FeatureList, page: contract.features.page },
  { name: 'matrices', Screen: MatrixList, page: contract.vendorFeatures.page },
  { name: 'models', Screen: ModelList, page: contract.models.page },
  { name: 'labels', Screen: ClassificationList, page: contract.classifications.page },
  { name: 'groups', Screen: GroupList, page: contract.groups.page },
  { name: 'terminals', Screen: DeviceList, page: contract.devices.page },
  { name: 'users', Screen: UserList, page: contract.users.page },
  { name: 'roles', Screen: RoleList, page: contract.roles.page },
  {
    name: 'white labels',
    Screen: CustomizeList,
    page: contract.customizes.page,
  },
  { name: 'clients', Screen: ClientList, page: contract.clients.page },
  {
    name: 'organisations',
    Screen: OrganizationList,
    page: contract.organizations.page,
  },
  {
    name: 'access points',
    Screen: AccessPointList,
    page: contract.accessPoints.page,
  },
  {
    name: 'mail servers',
    Screen: MailServerList,
    page: contract.mailServers.page,
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

for (const { name, ...list } of lists) listSpec(name, list)
