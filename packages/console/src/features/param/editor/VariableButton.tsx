import type { FormField, ParamType } from '@muster/contract'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'

/** Types whose controls hold no text that could name a variable. */
const closed: ReadonlySet<ParamType> = new Set([
  'BOOL',
  'ENUM',
  'MULTI_ENUM',
  'DATE',
  'TIME',
  'TABLE',
])

/** Whether a variable can be put into the value of a field. */
export const takesVariables = ({ dataType, secret, readOnly }: FormField): boolean =>
  !secret && !readOnly && !closed.has(dataType)

interface VariableButtonProps {
  readonly label: string
  readonly onClick: () => void
}

/** Opens the choice of variables for a field. */
export function VariableButton({ label, onClick }: VariableButtonProps) {
  return (
    <Button
      size="compact-xs"
      variant="subtle"
      aria-label={t('param.variableFor', { name: label })}
      title={t('param.variables')}
      onClick={onClick}
    >
      <bdi dir="ltr">{'${ }'}</bdi>
    </Button>
  )
}
