import { type ParamDict, paramDicts } from '@muster/contract'
import { useBatch } from '../../../kit/batch/useBatch.ts'
import type { Dialog } from '../../../kit/dialog/useDialog.ts'
import { ActionItem } from '../../../kit/list/ActionItem.tsx'
import { show } from '../../../kit/notify.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'

interface DictItemsProps {
  readonly dict: ParamDict
  readonly used: Dialog<ParamDict>
}

/** What else can be done to an entry of the dictionary. */
export function DictItems({ dict, used }: DictItemsProps) {
  const batch = useBatch(paramDicts)
  const send = useSend(paramDicts)
  const { id, title } = dict
  /** Shows it for a moment; the action log names who looked. */
  const reveal = async () => {
    const outcome = await outcomeOf(send(paramDicts.secretDefault, { params: { id } }))
    if (!('reply' in outcome)) return
    const text = outcome.reply.value ?? t('paramDict.defaultNone')
    show({ kind: 'info', title: t('paramDict.secretOf', { name: title }), text })
  }
  return (
    <>
      <ActionItem code={paramDicts.used.permission} icon="search" onClick={() => used.open(dict)}>
        {t('paramDict.used')}
      </ActionItem>
      {dict.hasSecret && (
        <ActionItem
          code={paramDicts.secretDefault.permission}
          icon="eye"
          onClick={() => void reveal()}
        >
          {t('paramDict.showSecret')}
        </ActionItem>
      )}
      <ActionItem
        code={paramDicts.remove.permission}
        icon="trash"
        isDangerous
        onClick={() => void batch('remove', { id })}
      >
        {t('kit.remove')}
      </ActionItem>
    </>
  )
}
