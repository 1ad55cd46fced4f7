import { repairs, repairsList, type ReplyOf, stagesInOrder, type TextKey } from '@muster/contract'
import { t } from '../../../../platform/texts.ts'
import { stageTexts } from '../../../device/index.ts'
import { useFigureLink } from '../../page/stat.ts'
import { useBoard, useFigures } from '../board.ts'
import { Card } from '../Card.tsx'
import classes from '../tiles.module.css'
import { NotNarrowed } from './NotNarrowed.tsx'
import { Tile } from './Tile.tsx'

type Counts = ReplyOf<typeof repairs.countStates>
type Stage = keyof Counts

/** All that are open, and the stages, which add up to them. */
const stages = {
  OPEN: 'workbench.repair.open',
  ...stageTexts,
} satisfies Record<Stage, TextKey>

const inOrder = ['OPEN', ...stagesInOrder] as const

/** Repair tickets by stage, each with the way to its tickets. */
export function RepairCard() {
  const { filter } = useBoard()
  const { orgId, modelId } = filter
  const query = { ...(orgId && { orgId }), ...(modelId && { modelId }) }
  const read = useFigures(repairs.countStates, { query })
  const link = useFigureLink()
  const hrefOf = (stage: Stage) => link(repairsList(filter, stage))
  return (
    <Card
      card="REPAIR"
      read={read}
      empty={({ OPEN }) => (OPEN === 0 ? 'workbench.noRepairs' : null)}
      figures={(counts) => ({
        columns: [t('workbench.state'), t('workbench.count')],
        rows: inOrder.map((stage) => [t(stages[stage]), counts[stage]]),
        hrefs: inOrder.map(hrefOf),
      })}
    >
      {(counts) => (
        <>
          <NotNarrowed by={['vendorId']} />
          <ul className={classes.tiles}>
            {inOrder.map((stage) => (
              <li key={stage} data-figure={stage}>
                <Tile
                  text={t(stages[stage])}
                  count={counts[stage]}
                  tone={stage === 'OPEN' ? 'plain' : 'waiting'}
                  href={hrefOf(stage)}
                />
              </li>
            ))}
          </ul>
        </>
      )}
    </Card>
  )
}
