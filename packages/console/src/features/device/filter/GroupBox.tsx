import { deepestFilter, mostConditions } from '@muster/contract'
import { formatNumber } from '../../../platform/format.ts'
import { t } from '../../../platform/texts.ts'
import type { DropTarget } from '../../../kit/sorting/useRowDrag.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import { Icon } from '../../../ui/Icon.tsx'
import { ConditionRow } from './ConditionRow.tsx'
import { conditionsOf, type GroupDraft, isGroup, joins, newCondition, newGroup } from './draft.ts'
import { added, joined, mayAddCondition, mayAddGroup } from './edits.ts'
import classes from './filter.module.css'
import { RowActs } from './RowActs.tsx'
import type { Builder } from './useBuilder.ts'

interface GroupBoxProps {
  readonly builder: Builder
  readonly group: GroupDraft
  /** Where it stands, as its rows are numbered: `2.1`; empty for the whole. */
  readonly place: string
  readonly target: DropTarget | null
}

/** Conditions and groups that belong together. */
export function GroupBox({ builder, group, place, target }: GroupBoxProps) {
  const { root } = builder
  const isRoot = group === root
  const name = isRoot ? t('group.filter.whole') : t('group.filter.groupAt', { place })
  const side = target?.on === group.id ? target.side : undefined
  return (
    <div
      className={classes.group}
      role="group"
      aria-label={name}
      data-row={group.id}
      data-drop={side}
      data-whole={isRoot || undefined}
    >
      <div className={classes.head}>
        <span className={classes.join}>
          <ChoiceInput
            label={t('group.filter.joinOf', { name })}
            options={Object.fromEntries(joins.map((join) => [join, t(`group.join.${join}`)]))}
            value={group.join}
            onChoose={(chosen) => {
              const join = joins.find((one) => one === chosen)
              if (join) builder.edit(joined(root, group.id, join))
            }}
          />
        </span>
        {!isRoot && <RowActs builder={builder} id={group.id} name={name} />}
      </div>
      {group.parts.length > 0 && (
        <ol className={classes.parts}>
          {group.parts.map((part, at) => {
            const own = placeIn(place, at)
            return (
              <li key={part.id}>
                {isGroup(part) ? (
                  <GroupBox builder={builder} group={part} place={own} target={target} />
                ) : (
                  <ConditionRow builder={builder} condition={part} place={own} target={target} />
                )}
              </li>
            )
          })}
        </ol>
      )}
      <AddParts builder={builder} group={group} name={name} />
    </div>
  )
}

const placeIn = (place: string, at: number): string =>
  place ? `${place}.${formatNumber(at + 1)}` : formatNumber(at + 1)

interface AddPartsProps extends Pick<GroupBoxProps, 'builder' | 'group'> {
  readonly name: string
}

/** Adds to a group as far as a filter may grow, and says where it may not. */
function AddParts({ builder, group, name }: AddPartsProps) {
  const { root } = builder
  const mayMore = mayAddCondition(root)
  const mayNest = mayAddGroup(root, group.id)
  const addCondition = () => {
    const part = newCondition()
    builder.edit(added(root, group.id, part))
    builder.focus(part.id, 'field')
  }
  const addGroup = () => {
    const part = newGroup()
    builder.edit(added(root, group.id, part))
    builder.focus(part.parts[0]?.id ?? part.id, 'field')
  }
  return (
    <div className={classes.adds}>
      <AddPart
        text={t('group.filter.addCondition')}
        to={name}
        on="addCondition"
        add={mayMore ? addCondition : null}
      />
      <AddPart
        text={t('group.filter.addGroup')}
        to={name}
        on="addGroup"
        add={mayNest ? addGroup : null}
      />
      {!mayMore && (
        <span className={classes.limit}>{t('group.filter.most', { count: mostConditions })}</span>
      )}
      {mayMore && !mayNest && (
        <span className={classes.limit}>{t('group.filter.deepest', { count: deepestFilter })}</span>
      )}
      {group === root && mayMore && (
        <span className={classes.limit}>
          {t('group.filter.countOf', {
            count: conditionsOf(root).length,
            most: mostConditions,
          })}
        </span>
      )}
    </div>
  )
}

interface AddPartProps {
  readonly text: string
  readonly to: string
  readonly on: string
  readonly add: (() => void) | null
}

function AddPart({ text, to, on, add }: AddPartProps) {
  return (
    <button
      type="button"
      className={classes.act}
      aria-label={`${text}: ${to}`}
      data-focus={on}
      aria-disabled={add === null}
      onClick={() => add?.()}
    >
      <Icon name="plus" size={16} />
      {text}
    </button>
  )
}
