import { type BatchReply, type Param, params } from '@muster/contract'
import { confirmChosen } from '../../../kit/batch/confirmChosen.ts'
import { notifyBatch } from '../../../kit/batch/lazyBatch.ts'
import { ChosenButton, RemoveSelected } from '../../../kit/batch/RemoveButtons.tsx'
import { confirm } from '../../../kit/dialog/confirm.ts'
import type { List } from '../../../kit/list/useList.ts'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { chosenOf, countOf } from '../../../ui/table/useSelection.ts'

type Sent = Awaited<ReturnType<typeof outcomeOf<BatchReply>>>

/** What can be done to chosen assignments: put in force, pushed again, removed. */
export function ChosenParams({ list }: { readonly list: List<Param> }) {
  const send = useSend(params)
  const activate = async () => {
    const isAgreed = await confirm({
      title: t('param.activateChosen'),
      text: t('param.activateChosenText'),
      agree: t('param.activate'),
      kind: 'ordinary',
      count: countOf(list),
    })
    if (!isAgreed) return
    const body = { ...chosenOf(list), note: null, ticket: null }
    await tell(await outcomeOf(send(params.activateMany, { body })))
  }
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
        onClick={() => void activate()}
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
    </>
  )
}
