import { type DetailedPush, itemStates } from '@muster/contract'
import { confirmChosen } from '../../../kit/batch/confirmChosen.ts'
import { ChosenButton } from '../../../kit/batch/RemoveButtons.tsx'
import { notifyBatch } from '../../../kit/batch/lazyBatch.ts'
import { ExportButton } from '../../../kit/export/ExportButton.tsx'
import { Filters } from '../../../kit/filters/Filters.tsx'
import { ActionLine } from '../../../kit/list/ActionLine.tsx'
import { DataTable } from '../../../kit/list/DataTable.tsx'
import { outcomeOf, useSend } from '../../../kit/useAction.ts'
import { t } from '../../../platform/texts.ts'
import { MessagesLink, stateKeys } from '../../device/index.ts'
import type { PushCalls } from '../pushCalls.ts'
import { mayMove, permissionOf, usePushActs } from '../usePushActs.ts'
import classes from './detail.module.css'
import { itemColumns } from './itemColumns.tsx'
import type { ItemList } from './useItemList.ts'

interface ItemsProps {
  readonly of: PushCalls
  readonly push: DetailedPush
  readonly list: ItemList
}

const states = {
  OPEN: 'push.state.OPEN',
  FAILED_ANY: 'push.item.FAILED_ANY',
  ...Object.fromEntries(itemStates.map((state) => [state, stateKeys[state]])),
} as const

/** The terminals of a push, with the four ticks of each. */
export function Items({ of, push, list }: ItemsProps) {
  const columns = itemColumns(push.kind)
  return (
    <section className={classes.items} data-screen="">
      <h3 className={classes.heading}>{t('push.items')}</h3>
      <Filters
        list={list}
        keyword={['push.sn']}
        fields={{
          state: { label: 'push.state', options: states },
          code: 'push.code',
        }}
      />
      <ActionLine
        list={list}
        chosen={
          <>
            <TryAgain of={of} push={push} list={list} />
            <TakeOut of={of} list={list} />
          </>
        }
      >
        <ExportButton list={list} columns={columns} />
      </ActionLine>
      <DataTable
        list={list}
        columns={columns}
        emptyText="push.noItems"
        actionsWidth={124}
        actions={(item) => (
          <MessagesLink
            item={item}
            at={item.publishedAt ?? push.createdAt}
            className={classes.link}
          />
        )}
      />
    </section>
  )
}

/** Those of the chosen terminals that ended without success begin anew. */
function TryAgain({ of, push, list }: ItemsProps) {
  const { retry } = usePushActs(of)
  if (!mayMove(push, 'retry')) return null
  const again = async () => {
    const ids = [...list.selected]
    if (!(await confirmChosen({ ids }, { title: t('push.retryChosen') }))) return
    if (await retry(push, { ids })) list.clearSelection()
  }
  return (
    <ChosenButton
      list={list}
      code={permissionOf(of, 'retry')}
      icon="refresh"
      onClick={() => void again()}
    >
      {t('push.retryChosen')}
    </ChosenButton>
  )
}

/** Takes the chosen terminals out, as far as they have not accepted it. */
function TakeOut({ of, list }: Omit<ItemsProps, 'push'>) {
  const send = useSend(of)
  const takeOut = async () => {
    const which = { ids: [...list.selected] }
    if (!(await confirmChosen(which, { title: t('push.takeOut'), kind: 'dangerous' }))) return
    const sent = await outcomeOf(send(of.exclude, { body: which }))
    if (!('reply' in sent)) return
    const text = t('push.takenOut', { count: sent.reply.count })
    await notifyBatch(sent.reply, { kind: 'success', text })
    list.clearSelection()
  }
  return (
    <ChosenButton
      list={list}
      code={of.exclude.permission}
      icon="close"
      isDangerous
      onClick={() => void takeOut()}
    >
      {t('push.takeOut')}
    </ChosenButton>
  )
}
