import { type AppSummary, apps, appStat } from '@muster/contract'
import { useCan } from '../../../../kit/session.ts'
import { direction, t } from '../../../../platform/texts.ts'
import { BarChart } from '../../../../ui/chart/BarChart.tsx'
import { AppPicker } from '../../app/AppPicker.tsx'
import { versionBars } from '../../app/SummaryBlocks.tsx'
import { useApp } from '../../app/useApp.ts'
import { useHolderLink } from '../../app/useHolderLink.ts'
import { shareText } from '../../page/shareText.ts'
import { useBoard, useFigures } from '../board.ts'
import { Card } from '../Card.tsx'

/** So many versions are told apart; the page of the application has the rest. */
const named = 10

/** How the terminals that have an application spread over its versions. */
export function AppCard() {
  const appId = useApp()
  return appId === null ? <NoApp /> : <Versions appId={appId} />
}

/** Before the first application is known, or where there is none. */
function NoApp() {
  const mayList = useCan(apps.page.permission)
  const read = useFigures(apps.page, { query: { pageSize: 20 } }, mayList)
  return (
    <Card
      card="APP"
      read={mayList ? read : { ...read, data: null }}
      empty={() => (mayList ? 'workbench.noApps' : 'workbench.mayNot')}
      figures={() => ({ columns: [], rows: [] })}
    >
      {() => null}
    </Card>
  )
}

function Versions({ appId }: { readonly appId: string }) {
  const { filter, isWallboard } = useBoard()
  const read = useFigures(appStat.summary, { query: { ...filter, appId } })
  const link = useHolderLink('STATISTICS_APK')
  const barsOf = (data: AppSummary) => versionBars(mostHeld(data), appId, link)
  return (
    <Card
      card="APP"
      read={read}
      figures={(data) => ({
        columns: [t('appStat.version'), t('workbench.terminals')],
        rows: barsOf(data).map(({ label, value }) => [label, value]),
        hrefs: barsOf(data).map(({ href }) => href),
      })}
    >
      {(data) => (
        <>
          {!isWallboard && <AppPicker appId={appId} />}
          {data.versions.length === 0 ? (
            <p>{t('workbench.noHolders')}</p>
          ) : (
            <BarChart
              bars={barsOf(data)}
              summary={t('appStat.versions')}
              direction={direction}
              formatValue={(value) => shareText(value, data.terminals)}
            />
          )}
        </>
      )}
    </Card>
  )
}

/** The versions that most have, the most frequent first. */
const mostHeld = ({ versions, newest }: AppSummary) => ({
  newest,
  versions: versions.toSorted((a, b) => b.terminals - a.terminals).slice(0, named),
})
