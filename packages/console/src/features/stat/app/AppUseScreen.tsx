import { appUse, figureDocuments } from '@muster/contract'
import { usePage } from '../../../kit/page/page.ts'
import { Screen } from '../../../kit/page/Screen.tsx'
import { t } from '../../../platform/texts.ts'
import { Tabs } from '../../../ui/controls.ts'
import { useStatQuery } from '../page/stat.ts'
import { StatBody } from '../page/StatPage.tsx'
import classes from './app.module.css'
import { AppPicker } from './AppPicker.tsx'
import { AppUseList } from './AppUseList.tsx'
import { HolderList } from './HolderList.tsx'
import { UnusedBlock } from './UnusedBlock.tsx'
import { useApp } from './useApp.ts'
import { WhenBlocks } from './WhenBlocks.tsx'

const unused = { page: appUse.unusedPage }

/** STATISTICS_DEVICE_APK_LOG: how applications are used, day by day, when, and where not at all. */
export function AppUseScreen() {
  const { query, setQuery } = usePage()
  const tab = ['figures', 'terminals'].find((key) => key === query['tab']) ?? 'days'
  return (
    <Screen title="appUse.title">
      <Tabs
        value={tab}
        onChange={(key) => setQuery(key && key !== 'days' ? { tab: key } : {})}
        keepMounted={false}
      >
        <Tabs.List aria-label={t('appUse.title')}>
          <Tabs.Tab value="days">{t('appUse.days')}</Tabs.Tab>
          <Tabs.Tab value="figures">{t('appStat.figures')}</Tabs.Tab>
          <Tabs.Tab value="terminals">{t('appStat.terminals')}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="days" className={classes.panel}>
          <AppUseList />
        </Tabs.Panel>
        <Tabs.Panel value="figures" className={classes.panel}>
          <UseFigures />
        </Tabs.Panel>
        <Tabs.Panel value="terminals" className={classes.panel}>
          <HolderList of={unused} />
        </Tabs.Panel>
      </Tabs>
    </Screen>
  )
}

function UseFigures() {
  const appId = useApp()
  const { grain: _, ...query } = useStatQuery()
  return (
    <StatBody
      permission={appUse.trend.permission}
      grains={['DAY']}
      document={{
        title: 'appUse.title',
        call: figureDocuments.use,
        query: { ...query, ...(appId !== null && { appId }) },
      }}
      filters={<AppPicker appId={appId} />}
    >
      <UnusedBlock />
      {appId !== null && <WhenBlocks appId={appId} />}
    </StatBody>
  )
}
