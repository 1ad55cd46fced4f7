import { appStat, type ReplyOf, versionLists, versionStat } from '@muster/contract'
import { useCan } from '../../../kit/session.ts'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { versionLabel } from '../app/SummaryBlocks.tsx'
import { useHolderLink } from '../app/useHolderLink.ts'
import { Block } from '../page/Block.tsx'
import { useFigureLink, useFigures, useStat } from '../page/stat.ts'
import classes from './version.module.css'

type Matrix = ReplyOf<typeof versionStat.app>
type Model = Matrix['models'][number]
type Cell = Model['cells'][number]

/** Models with the versions of an application, each of which leads to the terminals that have it. */
export function AppMatrixBlock({ appId }: { readonly appId: string }) {
  const { filter } = useStat()
  const read = useFigures(versionStat.app, { query: { ...filter, appId } })
  const link = useLink(appId)
  return (
    <Block
      title={t('stat.version.matrix')}
      name="versions-of-application"
      wide="all"
      read={read}
      countedAt={({ countedAt }) => countedAt}
      empty={({ models }) => (models.length === 0 ? 'workbench.noTerminals' : null)}
      figures={({ models }) => {
        const cells = models.flatMap((model) => model.cells.map((cell) => ({ model, cell })))
        return {
          columns: [t('device.model'), t('stat.version.version'), t('workbench.terminals')],
          rows: cells.map(({ model, cell }) => [model.name, versionLabel(cell), cell.count]),
          hrefs: cells.map(({ model, cell }) => link(model, cell)),
        }
      }}
    >
      {({ models }) => <Table models={models} appId={appId} />}
    </Block>
  )
}

/** The list of an application's terminals is for those who may see its figures. */
function useLink(appId: string) {
  const link = useHolderLink('STATISTICS_APK')
  const isAllowed = useCan(appStat.page.permission)
  return ({ modelId }: Model, { code }: Cell) =>
    isAllowed ? link({ appId, modelId, versionCode: String(code) }) : undefined
}

function Table({ models, appId }: { readonly models: Matrix['models']; readonly appId: string }) {
  const { filter } = useStat()
  const figureLink = useFigureLink()
  const link = useLink(appId)
  return (
    <PlainTable
      label={t('stat.version.matrix')}
      titles={[t('device.model'), t('stat.version.versions'), t('appStat.terminals')]}
      rows={models.map((model) => ({
        key: model.modelId,
        cells: [
          <a
            key="model"
            className={classes.model}
            href={figureLink(versionLists.model(filter, model.modelId))}
          >
            <bdi>{model.name}</bdi>
          </a>,
          <ul key="cells" className={classes.cells}>
            {model.cells.map((cell) => (
              <li key={cell.code}>
                <CellLink cell={cell} total={model.total} href={link(model, cell)} />
              </li>
            ))}
            {model.others > 0 && (
              <li className={classes.rest}>
                {t('stat.version.others', { count: formatNumber(model.others) })}
              </li>
            )}
          </ul>,
          formatNumber(model.total),
        ],
      }))}
    />
  )
}

interface CellLinkProps {
  readonly cell: Cell
  readonly total: number
  readonly href: string | undefined
}

function CellLink({ cell, total, href }: CellLinkProps) {
  const { isBehind } = cell
  const standing = isBehind === null ? 'UNKNOWN' : isBehind ? 'BEHIND' : 'TARGET'
  return (
    <a
      href={href}
      className={classes.cell}
      data-standing={standing}
      data-heat={Math.ceil((cell.count / Math.max(1, total)) * 4)}
    >
      <bdi dir="ltr">{versionLabel(cell)}</bdi>
      <strong>{formatNumber(cell.count)}</strong>
      <small>
        {isBehind === null ? '' : t(`stat.version.standing.${isBehind ? 'BEHIND' : 'TARGET'}`)}
      </small>
    </a>
  )
}
