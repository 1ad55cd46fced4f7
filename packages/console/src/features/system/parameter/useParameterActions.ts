import { type Parameter, parameters } from '@muster/contract'
import { confirm } from '../../../kit/dialog/confirm.ts'
import { outcomeOf, useAction, useSend } from '../../../kit/useAction.ts'
import { show } from '../../../kit/notify.ts'
import { t } from '../../../platform/texts.ts'
import { nameOfParameter } from './parameterTexts.ts'

/** What can be done with one parameter beside editing it. */
export function useParameterActions() {
  const act = useAction(parameters)
  const send = useSend(parameters)
  return {
    reset: async (one: Parameter) => {
      const title = t('parameter.reset')
      const text = t('parameter.resetSure', { name: nameOfParameter(one) })
      if (await confirm({ title, text, agree: title, kind: 'dangerous' }))
        await act(parameters.reset, { params: { id: one.id } })
    },
    remove: async (one: Parameter) => {
      const title = t('kit.remove')
      const text = t('kit.destroyOne', { name: nameOfParameter(one) })
      if (await confirm({ title, text, agree: title, kind: 'dangerous' }))
        await act(parameters.remove, { params: { id: one.id } })
    },
    /** Shows a secret for a moment; the action log names who looked. */
    reveal: async (one: Parameter) => {
      const outcome = await outcomeOf(send(parameters.secret, { params: { id: one.id } }))
      if (!('reply' in outcome)) return
      const title = t('parameter.secretOf', { name: nameOfParameter(one) })
      show({ kind: 'info', title, text: outcome.reply.value ?? '' })
    },
  }
}
