import { estateLists, otherModelsList, type ReplyOf, workbench } from '@muster/contract'
import { usePage } from '../../../../kit/page/page.ts'
import { direction, t } from '../../../../platform/texts.ts'
import { BarChart } from '../../../../ui/chart/BarChart.tsx'
import { useFigureLink } from '../../page/stat.ts'
import { useBoard, useFigures } from '../board.ts'
import { Card } from '../Card.tsx'
import { shareText } from '../../page/shareText.ts'
import classes from '../workbench.module.css'
import { Figure } from './Tile.tsx'

type Models = ReplyOf<typeof workbench.model>
type Model = Models['top'][number]

/** The models with the most terminals; the dashboard by model shows each with its own figures. */
export function ModelCard() {
  const { filter } = useBoard()
  const { route } = usePage()
  const link = useFigureLink()
  const read = useFigures(workbench.model, { query: filter })
  const isWhole = route.frontComponent === 'DASHDOARD3'
  return (
    <Card
      card="MODEL"
      read={read}
      empty={({ top }) => (top.length === 0 ? 'workbench.noTerminals' : null)}
      figures={({ top }) => ({
        columns: [
          t('device.model'),
          t('device.vendor'),
          t('workbench.terminals'),
          t('device.lifecycle.ACTIVE'),
          t('device.presence.ONLINE'),
          t('workbench.away'),
        ],
        rows: top.map((one) => [
          one.name,
          one.vendorName,
          one.total,
          one.active,
          one.online,
          one.away,
        ]),
        links: top.map(({ modelId }) => {
          const of = { ...filter, modelId }
          const total = link(estateLists.total(of))
          const active = link(estateLists.lifecycle(of, 'ACTIVE'))
          const online = link(estateLists.online(of))
          return [total, undefined, total, active, online, link(estateLists.away(of))]
        }),
      })}
    >
      {(data) => (isWhole ? <ModelGrid models={data} /> : <ModelBars models={data} />)}
    </Card>
  )
}

function ModelBars({ models: { top, others } }: { readonly models: Models }) {
  const { filter } = useBoard()
  const link = useFigureLink()
  const total = top.reduce((sum, model) => sum + model.total, others)
  const bars = top.map(({ modelId, name, vendorName, total: value }) => ({
    key: modelId,
    label: `${name} – ${vendorName}`,
    value,
    href: link(estateLists.total({ ...filter, modelId })),
  }))
  const named = top.map(({ modelId }) => modelId)
  const rest = {
    key: 'others',
    label: t('workbench.others'),
    value: others,
    href: link(otherModelsList(filter, named)),
    tone: 'neutral' as const,
  }
  return (
    <BarChart
      bars={others > 0 ? [...bars, rest] : bars}
      summary={t('workbench.model.says', { count: top.length, total })}
      direction={direction}
      formatValue={(value) => shareText(value, total)}
    />
  )
}

function ModelGrid({ models: { top } }: { readonly models: Models }) {
  return (
    <ul className={classes.models}>
      {top.map((model) => (
        <li key={model.modelId}>
          <ModelFigures model={model} />
        </li>
      ))}
    </ul>
  )
}

function ModelFigures({ model }: { readonly model: Model }) {
  const { filter } = useBoard()
  const link = useFigureLink()
  const { modelId, name, vendorName, total, active, online, away } = model
  const of = { ...filter, modelId }
  return (
    <>
      <h3>
        <bdi>{name}</bdi> <small>{vendorName}</small>
      </h3>
      <div className={classes.counters}>
        <Figure text={t('workbench.terminals')} count={total} href={link(estateLists.total(of))} />
        <Figure
          text={t('device.lifecycle.ACTIVE')}
          count={active}
          href={link(estateLists.lifecycle(of, 'ACTIVE'))}
        />
        <Figure
          text={t('device.presence.ONLINE')}
          count={online}
          href={link(estateLists.online(of))}
        />
        <Figure text={t('workbench.away')} count={away} href={link(estateLists.away(of))} />
      </div>
    </>
  )
}
