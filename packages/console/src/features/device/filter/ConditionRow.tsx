import { type FilterOperator, type TextKey, valuesOf } from '@muster/contract'
import type { DropTarget } from '../../../kit/sorting/useRowDrag.ts'
import { t } from '../../../platform/texts.ts'
import { ChoiceInput } from '../../../ui/form/ChoiceInput.tsx'
import type { ConditionDraft } from './draft.ts'
import { replaced } from './edits.ts'
import { FieldChoice } from './FieldChoice.tsx'
import { operatorsOf, withField, withOperator } from './filterFacts.ts'
import classes from './filter.module.css'
import { RowActs } from './RowActs.tsx'
import type { Builder } from './useBuilder.ts'
import { ValueInput } from './ValueInput.tsx'

interface ConditionRowProps {
  readonly builder: Builder
  readonly condition: ConditionDraft
  readonly place: string
  readonly target: DropTarget | null
}

/** An age has its unit beside it. */
const operatorText = (op: FilterOperator): TextKey =>
  op === 'within' || op === 'longerAgo' ? `group.op.${op}` : `filter.op.${op}`

/** One condition: what is asked for, how, and what it is compared with. */
export function ConditionRow({ builder, condition, place, target }: ConditionRowProps) {
  const { id, field, op } = condition
  const name = t('group.filter.conditionAt', { place })
  const fault = builder.tells(id) ? builder.reading.faults.get(id) : undefined
  const change = (next: ConditionDraft, what?: string) =>
    builder.edit(
      replaced(builder.root, id, () => next),
      what,
    )
  return (
    <div
      className={classes.row}
      role="group"
      aria-label={name}
      data-row={id}
      data-drop={target?.on === id ? target.side : undefined}
    >
      <div className={classes.three}>
        <FieldChoice
          label={t('group.filter.field')}
          value={field}
          onChoose={(chosen) => change(withField(condition, chosen))}
          isFaulty={fault !== undefined && field === null}
        />
        {field !== null && (
          <ChoiceInput
            label={t('group.filter.operator')}
            options={Object.fromEntries(
              operatorsOf(field).map((one) => [one, t(operatorText(one))]),
            )}
            value={op}
            onChoose={(chosen) => {
              const next = operatorsOf(field).find((one: FilterOperator) => one === chosen)
              if (next) change(withOperator(condition, next))
            }}
          />
        )}
        {field !== null && valuesOf(op) !== 'none' && (
          <div className={classes.value}>
            <ValueInput
              key={`${field} ${valuesOf(op)}`}
              condition={{ ...condition, field }}
              isFaulty={fault !== undefined}
              onChange={(values) => change({ ...condition, values }, `values ${id}`)}
            />
          </div>
        )}
      </div>
      <RowActs builder={builder} id={id} name={name} />
      {fault && (
        <p className={classes.fault} role="alert">
          {t(fault)}
        </p>
      )}
    </div>
  )
}
