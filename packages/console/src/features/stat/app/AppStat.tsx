import { appStat, figureDocuments } from '@muster/contract'
import { usePage } from '../../../kit/page/page.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { t } from '../../../platform/texts.ts'
import { Tabs } from '../../../ui/controls.ts'
import { useStatQuery } from '../page/stat.ts'
import { StatBody } from '../page/StatPage.tsx'
import classes from './app.module.css'
import { AppPicker, NoApp } from './AppPicker.tsx'
import { ErrorBlock } from './ErrorBlock.tsx'
import { HolderList } from './HolderList.tsx'
import { RemovalBlock } from './RemovalBlock.tsx'
import { SpeedBlock } from './SpeedBlock.tsx'
import { SummaryBlocks } from './SummaryBlocks.tsx'
import { AppTrendBlocks } from './AppTrendBlocks.tsx'
import { useApp } from './useApp.ts'
import { VersionBlock } from './VersionBlock.tsx'

const holders = { page: appStat.page }

/** STATISTICS_APK: how an application is spread and how it does, and the terminals that a figure counts. */
export function AppStat() {
  const { query, setQuery } = usePage()
  const tab = query['tab'] === 'terminals' ? 'terminals' : 'figures'
  return (
    <Screen title="appStat.title">
      <Tabs
        value={tab}
        onChange={(key) => setQuery(key === 'terminals' ? { tab: key } : {})}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('appStat.title')}>
          <Tabs.Tab value="figures">{t('appStat.figures')}</Tabs.Tab>
          <Tabs.Tab value="terminals">{t('appStat.terminals')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="figures" className={classes.panel}>
          <AppFigures />
        </Tabs.Panel>
        <Tabs.Panel value="terminals" className={classes.panel}>
          <HolderList of={holders} />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}

function AppFigures() {
  const appId = useApp()
  const query = useStatQuery()
  return (
    <StatBody
      permission={appStat.summary.permission}
      grains={['DAY', 'WEEK', 'MONTH']}
      document={
        appId === null
          ? null
          : { title: 'appStat.title', call: figureDocuments.app, query: { ...query, appId } }
      }
      filters={<AppPicker appId={appId} />}
    >
      {appId === null ? (
        <NoApp />
      ) : (
        <>
          <SummaryBlocks appId={appId} />
          <SpeedBlock appId={appId} />
          {/* In rows of three columns: each curve takes two, what explains it the third. */}
          <VersionBlock appId={appId} />
          <ErrorBlock appId={appId} />
          <RemovalBlock appId={appId} />
          <AppTrendBlocks appId={appId} />
        </>
      )}
    </StatBody>
  )
}
