import { type Param, params } from '@muster/contract'
import { confirmChosen } from '../../../kit/batch/confirmChosen.ts'
import { notifyBatch } from '../../../kit/batch/lazyBatch.ts'
import { ChosenButton, RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import type { List } from '../../../kit/list/useList.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { chosenOf, countOf } from '../../../ui/table/useSelection.ts'
import { ActivateChosenDialog, type Chosen, type Sent } from './ActivateChosenDialog.tsx'

/** What can be done to chosen assignments: put in force, pushed again, removed. */
export function ChosenParams({ list }: { readonly list: List<Param> }) {
  const send = useSend(params)
  const activating = useDialog<Chosen>()
  const push = async () => {
    const which = chosenOf(list)
    if (!(await confirmChosen(which, { title: t('param.push') }))) return
    await tell(await outcomeOf(send(params.pushMany, { body: which })))
  }
  const tell = async (sent: Sent) => {
    if (!('reply' in sent)) return
    await notifyBatch(sent.reply, { kind: 'success', text: t('kit.done') })
    list.clearSelection()
  }
  return (
    <>
      <ChosenButton
        list={list}
        code={params.activateMany.permission}
        icon="check"
        onClick={() => activating.open({ which: chosenOf(list), count: countOf(list) })}
      >
        {t('param.activate')}
      </ChosenButton>
      <ChosenButton
        list={list}
        code={params.pushMany.permission}
        icon="play"
        onClick={() => void push()}
      >
        {t('param.push')}
      </ChosenButton>
      <RemoveSelected of={params} list={list} />
      <ActivateChosenDialog dialog={activating} tell={tell} />
    </>
  )
}
