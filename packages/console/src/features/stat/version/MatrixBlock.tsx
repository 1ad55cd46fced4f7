import {
  adoptionDays,
  otherModelsList,
  plans,
  runsFilter,
  type VersionKind,
  versionLists,
  versionStat,
} from '@muster/contract'
import { useCan } from '../../../kit/session.ts'
import { addressText, navigate } from '../../../platform/address.ts'
import { formatNumber, formatPercent } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import { Menu } from '../../../ui/menu/Menu.tsx'
import { PlainTable } from '../../../ui/table/PlainTable.tsx'
import { aimQuery } from '../../upgrade/index.ts'
import { Block } from '../page/Block.tsx'
import { useFigureLink, useFigures, useStat } from '../page/stat.ts'
import { usePages } from '../workbench/pages.ts'
import { type Cell, forecastOf, type Matrix, type ModelRow, within } from './asked.ts'
import { ageText, standText } from './versionWords.ts'
import classes from './version.module.css'

/** Models with their versions from the newest; each leads to its terminals, and to a plan for them. */
export function MatrixBlock({ kind }: { readonly kind: VersionKind }) {
  const { filter } = useStat()
  const read = useFigures(versionStat.matrix, { query: { ...filter, kind } })
  const link = useFigureLink()
  return (
    <Block
      title={t('stat.version.matrix')}
      name={`versions-${kind}`}
      wide="all"
      read={read}
      countedAt={({ countedAt }) => countedAt}
      empty={({ models }) => (models.length === 0 ? 'workbench.noTerminals' : null)}
      figures={({ models }) => {
        const cells = models.flatMap((model) => model.cells.map((cell) => ({ model, cell })))
        return {
          columns: [
            t('device.model'),
            t('stat.version.version'),
            t('workbench.terminals'),
            t('stat.version.standing'),
            t('stat.version.age'),
          ],
          rows: cells.map(({ model, cell }) => [
            model.name,
            cell.version,
            cell.count,
            standText(cell),
            cell.ageDays,
          ]),
          hrefs: cells.map(({ model, cell }) =>
            link(versionLists.runs(filter, { kind, modelId: model.modelId }, cell.version)),
          ),
        }
      }}
    >
      {(data) => <MatrixTable data={data} kind={kind} />}
    </Block>
  )
}

function MatrixTable({ data, kind }: { readonly data: Matrix; readonly kind: VersionKind }) {
  const { filter } = useStat()
  const link = useFigureLink()
  const named = data.models.map(({ modelId }) => modelId)
  const rest = (
    <a key="model" href={link(otherModelsList(filter, named))}>
      {t('stat.version.otherModels')}
    </a>
  )
  const others =
    data.others === 0
      ? []
      : [{ key: 'others', cells: [rest, '', formatNumber(data.others), '', '', ''] }]
  return (
    <PlainTable
      label={t('stat.version.matrix')}
      titles={[
        t('device.model'),
        // Beside the models: on a narrow screen the rest is scrolled to.
        t('stat.version.versions'),
        t('workbench.terminals'),
        t('stat.version.target'),
        t('stat.version.adopted'),
        t('stat.version.forecast'),
      ]}
      rows={[
        ...data.models.map((model) => ({
          key: model.modelId,
          cells: [
            <a
              key="model"
              className={classes.model}
              href={link(versionLists.model(filter, model.modelId))}
            >
              <bdi>{model.name}</bdi>
            </a>,
            <Cells key="cells" model={model} kind={kind} />,
            formatNumber(model.total),
            model.target === null ? formatNumber(null) : <bdi dir="ltr">{model.target}</bdi>,
            model.target === null ? formatNumber(null) : formatPercent(model.adopted / model.total),
            forecastText(model),
          ],
        })),
        ...others,
      ]}
    />
  )
}

function forecastText(model: ModelRow): string {
  const forecast = forecastOf(model, adoptionDays)
  return forecast.is === 'days'
    ? t('stat.version.forecast.days', { count: forecast.days })
    : t(`stat.version.forecast.${forecast.is}`)
}

function Cells({ model, kind }: { readonly model: ModelRow; readonly kind: VersionKind }) {
  const { filter } = useStat()
  const link = useFigureLink()
  const of = { kind, modelId: model.modelId }
  const named = model.cells.map(({ version }) => version)
  return (
    <ul className={classes.cells}>
      {model.cells.map((cell) => (
        <li key={cell.version}>
          <CellMenu cell={cell} model={model} kind={kind} />
        </li>
      ))}
      {model.others > 0 && (
        <li className={classes.rest}>
          <a href={link(versionLists.others(filter, of, named))}>
            {t('stat.version.others', { count: formatNumber(model.others) })}
          </a>
        </li>
      )}
      {model.unknown > 0 && (
        <li className={classes.rest}>
          <a href={link(versionLists.untold(filter, of))}>
            {t('stat.version.unknown', { count: formatNumber(model.unknown) })}
          </a>
        </li>
      )}
    </ul>
  )
}

interface CellProps {
  readonly cell: Cell
  readonly model: ModelRow
  readonly kind: VersionKind
}

function CellMenu({ cell, model, kind }: CellProps) {
  const { filter } = useStat()
  const link = useFigureLink()
  const mayPlan = useCan(plans.add.permission)
  const planPath = usePages().find(({ screen }) => screen === 'PLAN')?.path
  const of = { kind, modelId: model.modelId }
  const href = link(versionLists.runs(filter, of, cell.version))
  const share = cell.count / Math.max(1, model.total)
  return (
    <Menu position="bottom-start">
      <Menu.Target>
        <button
          type="button"
          className={classes.cell}
          data-standing={cell.isRecalled ? 'RECALLED' : cell.standing}
          data-heat={Math.ceil(share * 4)}
        >
          <bdi dir="ltr">{cell.version}</bdi>
          <strong>{formatNumber(cell.count)}</strong>
          <small>{[standText(cell), ageText(cell)].filter(Boolean).join(', ')}</small>
        </button>
      </Menu.Target>
      <Menu.Dropdown>
        {href && (
          <Menu.Item component="a" href={href}>
            {t('stat.seeTerminals')}
          </Menu.Item>
        )}
        {mayPlan && planPath && (
          <Menu.Item
            onClick={() =>
              navigate(
                addressText({
                  path: planPath,
                  query: aimQuery(within(filter.orgId, runsFilter(of, cell.version))),
                }),
              )
            }
          >
            {t('stat.version.plan')}
          </Menu.Item>
        )}
      </Menu.Dropdown>
    </Menu>
  )
}
