import { consistencyRules, paramEndings, paramFindings, params } from '@muster/contract'
import { ListTabs } from '../../kit/page/ListTabs.tsx'
import { lazyPart } from '../../platform/lazyPart.tsx'
import { ParamList } from './assignment/ParamList.tsx'

const RuleList = lazyPart(async () => (await import('./rule/RuleList.tsx')).RuleList)
const FindingList = lazyPart(async () => (await import('./rule/FindingList.tsx')).FindingList)
const EndingList = lazyPart(async () => (await import('./ending/EndingList.tsx')).EndingList)

/** PARAM: what is said about the parameters of applications, the rules over it, who breaks them, and what ends. */
export const ParamScreen = () => (
  <ListTabs
    title="param.title"
    tabs={[
      {
        key: 'assignments',
        title: 'paramRule.assignments',
        permission: params.page.permission,
        List: ParamList,
      },
      {
        key: 'rules',
        title: 'paramRule.rules',
        permission: consistencyRules.page.permission,
        List: RuleList,
      },
      {
        key: 'findings',
        title: 'paramRule.findings',
        permission: paramFindings.page.permission,
        List: FindingList,
      },
      {
        key: 'endings',
        title: 'paramEnding.endings',
        permission: paramEndings.page.permission,
        List: EndingList,
      },
    ]}
  />
)
