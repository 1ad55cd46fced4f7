import { type Parameter, parameters } from '@muster/contract'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { useCan } from '../../../kit/session.ts'
import { t } from '../../../platform/texts.ts'
import { MoreMenu } from '../../../ui/menu/MoreMenu.tsx'
import { nameOfParameter } from './parameterTexts.ts'
import { useParameterActions } from './useParameterActions.ts'

/** What else can be done to a parameter as it is; nothing to a shipped one that nobody has changed. */
export function ParameterMenu({ one }: { readonly one: Parameter }) {
  const { reset, remove, reveal } = useParameterActions()
  const mayReset = useCan(parameters.reset.permission) && one.isChanged
  const mayReveal = useCan(parameters.secret.permission) && one.hasSecret
  const mayRemove = useCan(parameters.remove.permission) && !one.isSystem
  if (!mayReset && !mayReveal && !mayRemove) return null
  return (
    <MoreMenu label={t('kit.actionsOf', { name: nameOfParameter(one) })}>
      {mayReset && (
        <ActionItem
          code={parameters.reset.permission}
          icon="restore"
          onClick={() => void reset(one)}
        >
          {t('parameter.reset')}
        </ActionItem>
      )}
      {mayReveal && (
        <ActionItem code={parameters.secret.permission} icon="eye" onClick={() => void reveal(one)}>
          {t('parameter.show')}
        </ActionItem>
      )}
      {mayRemove && (
        <ActionItem
          code={parameters.remove.permission}
          icon="trash"
          isDangerous
          onClick={() => void remove(one)}
        >
          {t('kit.remove')}
        </ActionItem>
      )}
    </MoreMenu>
  )
}
