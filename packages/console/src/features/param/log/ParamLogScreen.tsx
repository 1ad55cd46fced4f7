import { ListTabs } from '../../../kit/page/ListTabs.tsx'
import { ParamPushes } from '../../push/index.ts'
import { ChangeList } from './ChangeList.tsx'
import { DeliveryList } from './DeliveryList.tsx'
import { EditList } from './EditList.tsx'

/** PARAM_LOG: what was said about parameters, how far terminals and the pushes to them are with it, and what was changed on them. */
export const ParamLogScreen = () => (
  <ListTabs
    title="paramLog.title"
    tabs={[
      { key: 'changes', title: 'paramLog.changes', List: ChangeList },
      { key: 'deliveries', title: 'paramLog.deliveries', List: DeliveryList },
      { key: 'pushes', title: 'paramLog.pushes', List: ParamPushes },
      { key: 'edits', title: 'paramLog.edits', List: EditList },
    ]}
  />
)
