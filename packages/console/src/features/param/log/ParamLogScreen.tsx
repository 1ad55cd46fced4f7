import { ListTabs } from '../../../kit/page/ListTabs.tsx'
import { ChangeList } from './ChangeList.tsx'
import { DeliveryList } from './DeliveryList.tsx'

/** PARAM_LOG: what was said about parameters, and how far terminals are with it. */
export const ParamLogScreen = () => (
  <ListTabs
    title="paramLog.title"
    tabs={[
      { key: 'changes', title: 'paramLog.changes', List: ChangeList },
      { key: 'deliveries', title: 'paramLog.deliveries', List: DeliveryList },
    ]}
  />
)
