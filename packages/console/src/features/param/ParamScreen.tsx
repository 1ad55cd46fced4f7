import { consistencyRules, paramFindings, params } from '@muster/contract'
import { usePage } from '../../kit/page/page.ts'
import { Screen } from '../../kit/page/Screen.tsx'
import { can, useSession } from '../../kit/session.ts'
import { lazyPart } from '../../platform/lazyPart.tsx'
import { t } from '../../platform/texts.ts'
import { Tabs } from '../../ui/controls.ts'
import { ParamList } from './assignment/ParamList.tsx'
import classes from './paramScreen.module.css'

const RuleList = lazyPart(async () => (await import('./rule/RuleList.tsx')).RuleList)
const FindingList = lazyPart(async () => (await import('./rule/FindingList.tsx')).FindingList)

const parts = [
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
] as const

/** PARAM: what is said about the parameters of applications, the rules over it, and who breaks them. */
export function ParamScreen() {
  const { query, setQuery } = usePage()
  useSession((state) => state.user)
  const open = parts.filter(({ permission }) => can(permission))
  const { key: tab, List } = open.find(({ key }) => key === query['tab']) ?? open[0] ?? parts[0]
  return (
    <Screen title="param.title">
      <Tabs
        value={tab}
        onChange={(key) => setQuery(key && key !== 'assignments' ? { tab: key } : {})}
      >
        <Tabs.List aria-label={t('param.title')}>
          {open.map(({ key, title }) => (
            <Tabs.Tab key={key} value={key}>
              {t(title)}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        <Tabs.Panel value={tab} className={classes.panel}>
          <List />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}
