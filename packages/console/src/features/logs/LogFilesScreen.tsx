import { logFiles, logRules } from '@muster/contract'
import { ListTabs } from '../../kit/page/ListTabs.tsx'
import { LogFileList } from './file/LogFileList.tsx'
import { LogRules } from './file/LogRules.tsx'

/** MANAGE_DEVICE_LOG: logs that terminals handed in, and the rules by which they do. */
export const LogFilesScreen = () => (
  <ListTabs
    title="logFile.title"
    tabs={[
      {
        key: 'files',
        title: 'logFile.tab',
        permission: logFiles.page.permission,
        List: LogFileList,
      },
      { key: 'rules', title: 'logRule.tab', permission: logRules.page.permission, List: LogRules },
    ]}
  />
)
