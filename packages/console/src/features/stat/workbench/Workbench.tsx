import { cardPermission, workbench, type WorkbenchCard } from '@muster/contract'
import { type ComponentType, useRef } from 'react'
import { usePage } from '../../../kit/page/page.ts'
import { Forbidden } from '../../../kit/page/Sentence.tsx'
import { Screen } from '../../../kit/page/Screen.tsx'
import { can, useCan, useSession } from '../../../kit/session.ts'
import { orderOf } from './arrangement.ts'
import { type Board, BoardContext, useBoard, useFigures } from './board.ts'
import { BoardBar } from './BoardBar.tsx'
import { AlarmCard } from './cards/AlarmCard.tsx'
import { ActivationCard } from './cards/ActivationCard.tsx'
import { AppCard } from './cards/AppCard.tsx'
import { CommandCard } from './cards/CommandCard.tsx'
import { EndingCard } from './cards/EndingCard.tsx'
import { EstateCard } from './cards/EstateCard.tsx'
import { LockCard } from './cards/LockCard.tsx'
import { MapCard } from './cards/MapCard.tsx'
import { ModelCard } from './cards/ModelCard.tsx'
import { NoticeCard } from './cards/NoticeCard.tsx'
import { OnlineCard } from './cards/OnlineCard.tsx'
import { PushCard } from './cards/PushCard.tsx'
import { RepairCard } from './cards/RepairCard.tsx'
import { ShortcutCard } from './cards/ShortcutCard.tsx'
import { TaskCard } from './cards/TaskCard.tsx'
import { TodoCard } from './cards/TodoCard.tsx'
import { VersionCard } from './cards/VersionCard.tsx'
import { FirstSteps } from './FirstSteps.tsx'
import { HiddenCards } from './HiddenCards.tsx'
import { daysOf } from '../page/span.ts'
import { filterOf } from '../page/stat.ts'
import { useArranging } from './useArranging.ts'
import { useLayout } from './useLayout.ts'
import { useWallboard } from './useWallboard.ts'
import classes from './workbench.module.css'

const cards: Readonly<Record<WorkbenchCard, ComponentType>> = {
  ESTATE: EstateCard,
  ONLINE: OnlineCard,
  TODO: TodoCard,
  MAP: MapCard,
  PUSH: PushCard,
  ALARM: AlarmCard,
  COMMAND: CommandCard,
  VERSION: VersionCard,
  MODEL: ModelCard,
  ACTIVATION: ActivationCard,
  REPAIR: RepairCard,
  ENDING: EndingCard,
  APP: AppCard,
  LOCK: LockCard,
  TASK: TaskCard,
  NOTICE: NoticeCard,
  SHORTCUT: ShortcutCard,
}

/** Seconds between two readings of a wallboard where the user has chosen none: nobody stands there to ask. */
const wallboardRefresh = 60

/** WORKBENCH, DASHDOARD and DASHDOARD3: what needs action now, in cards that the user arranges. */
export function Workbench() {
  const { query, route } = usePage()
  const { layout, isPending, save } = useLayout()
  const frame = useRef<HTMLDivElement>(null)
  const arranging = useArranging(frame, layout, save)
  const wallboard = useWallboard(frame)
  // What the user may see follows a change of his roles.
  useSession((state) => state.user)
  const mine = orderOf(arranging.shown).filter((card) => can(cardPermission(card)))
  const visible = mine.filter((card) => !arranging.shown.hidden.includes(card))
  const board: Board = {
    filter: filterOf(query),
    days: daysOf(query),
    refresh: layout.refresh || (wallboard.isOn ? wallboardRefresh : 0),
    isWallboard: wallboard.isOn,
    arranging: arranging.of(visible),
  }
  // The dashboard by model puts its models first, whatever the arrangement.
  const isByModel = route.frontComponent === 'DASHDOARD3'
  const inOrder = isByModel ? visible.toSorted((a, b) => modelFirst(a) - modelFirst(b)) : visible
  return (
    <Screen title="workbench.title">
      <div ref={frame} className={classes.board} data-by-model={isByModel || undefined}>
        <BoardBar {...{ layout, save, arranging, wallboard }} refresh={board.refresh} />
        {mine.length === 0 && <Forbidden permission={cardPermission('ESTATE')} />}
        <BoardContext value={board}>
          {!arranging.isOn && <IfEmpty />}
          <div className={classes.grid}>
            {!isPending && inOrder.map((card) => <Drawn key={card} card={card} />)}
          </div>
        </BoardContext>
        {arranging.isOn && (
          <HiddenCards
            cards={mine.filter((card) => !visible.includes(card))}
            show={arranging.show}
          />
        )}
      </div>
    </Screen>
  )
}

/** Before the first terminal the figures say nothing: what to do first stands above them. */
function IfEmpty() {
  const { filter } = useBoard()
  const mayCount = useCan(cardPermission('ESTATE'))
  const { data } = useFigures(workbench.summary, { query: filter }, mayCount)
  return data?.total === 0 && Object.keys(filter).length === 0 && <FirstSteps />
}

const modelFirst = (card: WorkbenchCard): number => (card === 'MODEL' ? 0 : 1)

function Drawn({ card }: { readonly card: WorkbenchCard }) {
  const Content = cards[card]
  return <Content />
}
