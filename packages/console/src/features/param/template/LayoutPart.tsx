import { useRef, useState } from 'react'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { t } from '../../../platform/texts.ts'
import { Button, TextInput } from '../../../ui/controls.ts'
import { IconButton } from '../../../ui/IconButton.tsx'
import { titleIn } from '../form/formRows.ts'
import { AddParams } from './AddParams.tsx'
import classes from './design.module.css'
import {
  changedGroup,
  freeId,
  type Place,
  steppedGroup,
  withoutGroup,
  withParams,
} from './designMoves.ts'
import { FieldInspector } from './FieldInspector.tsx'
import { FieldList, type Picked } from './FieldList.tsx'
import { HeaderInspector } from './HeaderInspector.tsx'
import type { Design } from './useDesign.ts'

interface LayoutPartProps {
  readonly design: Design
  /** A parameter to be shown. */
  readonly goal: string | null
}

/** Tabs, headings and parameters in their order; beside them what is said of the one that is chosen. */
export function LayoutPart({ design, goal }: LayoutPartProps) {
  const { content } = design
  const sought = content.fields.find(({ pid }) => pid === goal)
  const [chosen, setChosen] = useState(sought?.groupId ?? content.groups[0]?.id ?? '')
  const [picked, setPicked] = useState<Picked | null>(
    goal === null ? null : { kind: 'field', id: goal },
  )
  const [lastGoal, setLastGoal] = useState(goal)
  const [isAdding, setAdding] = useState(false)
  if (goal !== lastGoal) {
    setLastGoal(goal)
    if (sought) setChosen(sought.groupId)
    if (goal !== null) setPicked({ kind: 'field', id: goal })
  }
  const groupId = content.groups.some(({ id }) => id === chosen)
    ? chosen
    : (content.groups[0]?.id ?? '')
  const choose = (id: string) => {
    setChosen(id)
    // What stood beside the tab before is none of this one.
    setPicked(null)
  }
  const place: Place = { groupId, headerId: headerOf(design, picked, groupId), before: null }
  return (
    <div className={classes.layout}>
      <GroupBar design={design} groupId={groupId} choose={choose} />
      <div className={classes.columns}>
        <FieldList
          design={design}
          groupId={groupId}
          picked={picked}
          pick={setPicked}
          goal={goal}
          addParams={() => setAdding(true)}
        />
        <aside className={classes.inspector} aria-label={t('paramTemplate.inspector')}>
          {picked?.kind === 'field' && (
            <FieldInspector key={picked.id} design={design} pid={picked.id} />
          )}
          {picked?.kind === 'header' && (
            <HeaderInspector key={picked.id} design={design} id={picked.id} />
          )}
          {picked === null && <p className={classes.quiet}>{t('paramTemplate.pickOne')}</p>}
        </aside>
      </div>
      {isAdding && (
        <AddParams
          taken={new Set(content.fields.map(({ pid }) => pid))}
          close={() => setAdding(false)}
          add={(params) => {
            design.learn(params)
            design.edit(withParams(content, params, place))
            setAdding(false)
          }}
        />
      )}
    </div>
  )
}

/** New parameters come below the heading that is chosen, or that of the chosen parameter. */
function headerOf({ content }: Design, picked: Picked | null, groupId: string): string | null {
  if (picked?.kind === 'header')
    return content.headers.some(({ id, groupId: tab }) => id === picked.id && tab === groupId)
      ? picked.id
      : null
  const field = content.fields.find(({ pid }) => pid === picked?.id)
  return field?.groupId === groupId ? field.headerId : null
}

interface GroupBarProps {
  readonly design: Design
  readonly groupId: string
  readonly choose: (id: string) => void
}

/** The tabs: one is chosen, called anew, put elsewhere or taken out. */
function GroupBar({ design, groupId, choose }: GroupBarProps) {
  const { content, edit } = design
  const title = useRef<HTMLInputElement>(null)
  const group = content.groups.find(({ id }) => id === groupId)
  const add = () => {
    const id = freeId('tab', content.groups)
    edit({
      ...content,
      groups: [...content.groups, { id, title: t('paramTemplate.newTab'), titles: {} }],
    })
    choose(id)
    // It is called something next.
    requestAnimationFrame(() => title.current?.select())
  }
  const remove = async () => {
    const count = content.fields.filter((field) => field.groupId === groupId).length
    const isSure =
      count === 0 ||
      (await confirm({
        title: t('paramTemplate.removeTab'),
        text: t('paramTemplate.removeTabText', { count }),
        agree: t('kit.remove'),
        kind: 'dangerous',
      }))
    if (isSure) edit(withoutGroup(content, groupId))
  }
  return (
    <div className={classes.groups}>
      <div className={classes.chips} role="group" aria-label={t('paramTemplate.tabs')}>
        {content.groups.map(({ id, title, titles }) => (
          <button
            key={id}
            type="button"
            className={classes.chip}
            aria-pressed={id === groupId}
            onClick={() => choose(id)}
          >
            <bdi>{titleIn(title, titles)}</bdi>
          </button>
        ))}
        <Button size="xs" variant="default" disabled={content.groups.length >= 64} onClick={add}>
          {t('paramTemplate.addTab')}
        </Button>
      </div>
      {group && (
        <div className={classes.groupActs}>
          <TextInput
            ref={title}
            aria-label={t('paramTemplate.tabTitle')}
            value={group.title}
            maxLength={128}
            onChange={(event) =>
              edit(changedGroup(content, groupId, { title: event.currentTarget.value }))
            }
          />
          <span className={classes.across}>
            <IconButton
              icon="up"
              label={t('paramTemplate.tabBack')}
              disabled={content.groups[0]?.id === groupId}
              onClick={() => edit(steppedGroup(content, groupId, -1))}
            />
            <IconButton
              icon="down"
              label={t('paramTemplate.tabOn')}
              disabled={content.groups.at(-1)?.id === groupId}
              onClick={() => edit(steppedGroup(content, groupId, 1))}
            />
          </span>
          <IconButton
            icon="trash"
            label={t('paramTemplate.removeTab')}
            onClick={() => void remove()}
          />
        </div>
      )}
    </div>
  )
}
