import { type Variable, variables } from '@muster/contract'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { t } from '../../../platform/texts.ts'
import { variableRows } from './variableRows.ts'

interface VariableItemsProps {
  readonly variable: Variable
  readonly used: Dialog<Variable>
}

/** What else can be done to a variable. */
export function VariableItems({ variable, used }: VariableItemsProps) {
  const batch = useBatch(variableRows)
  return (
    <>
      <ActionItem
        code={variables.used.permission}
        icon="search"
        onClick={() => used.open(variable)}
      >
        {t('variable.used')}
      </ActionItem>
      <ActionItem
        code={variables.remove.permission}
        icon="trash"
        isDangerous
        onClick={() => void batch('remove', { id: variable.id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </>
  )
}
