import { type Plan, plans } from '@muster/contract'
import { useState } from 'react'
import { ChosenButton } from '../../../kit/batch/RemoveButtons.tsx'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import type { List } from '../../../kit/list/useList.ts'
import { notify } from '../../../kit/notify.ts'
import { formatAll } from '../../../platform/format.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import type { Aim } from './aim.ts'

const PlanForm = lazyDialog(() => import('./PlanForm.tsx').then((file) => file.PlanForm))
const PracticeDialog = lazyDialog(() =>
  import('./PracticeDialog.tsx').then((file) => file.PracticeDialog),
)

/** Plans an upgrade of the chosen terminals of a list: those that were ticked, or all that match as a filter. */
export function PlanChosen<R extends { readonly id: string }>({
  list,
}: {
  readonly list: List<R>
}) {
  const form = useDialog<Plan>()
  const practising = useDialog<Plan>()
  const [aim, setAim] = useState<Aim | null>(null)
  const open = async () => {
    setAim(await aimAt(list))
    form.open()
  }
  return (
    <>
      <ChosenButton list={list} code={plans.add.permission} onClick={() => void open()}>
        {t('plan.addTo')}
      </ChosenButton>
      <PlanForm dialog={form} aim={aim} practise={practising.open} />
      <PracticeDialog dialog={practising} />
    </>
  )
}

type Chosen = Pick<List<{ readonly id: string }>, 'isAll' | 'selected' | 'sought'>

async function aimAt({ isAll, selected, sought }: Chosen): Promise<Aim | null> {
  if (!isAll) return { targets: { ids: [...selected] } }
  if (Object.keys(sought).length === 0) return null
  const { filterOfList, leftText } = await import('../../device/filter/index.ts')
  const { filter, left } = filterOfList(sought)
  const names = formatAll(left.map((name) => t(leftText(name))))
  if (left.length > 0) notify.warning(t('push.notTaken', { names }))
  return filter && { targets: { filter } }
}
