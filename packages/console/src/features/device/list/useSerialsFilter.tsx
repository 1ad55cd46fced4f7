import { useDialog } from '../../../kit/dialog/useDialog.ts'
import type { OwnField } from '../../../kit/filters/filterFields.ts'
import type { StateHolder } from '../../../kit/list/useList.ts'
import { lazyDialog, lazyPart } from '../../../platform/lazyPart.tsx'

const SerialsDialog = lazyDialog(() =>
  import('./SerialsDialog.tsx').then((file) => file.SerialsDialog),
)
const SerialsWords = lazyPart(async () => (await import('./SerialsDialog.tsx')).SerialsWords)

/** A list's filter by serial numbers that are pasted: its field, and the dialog in which it is set. */
export function useSerialsFilter({ state: { filter }, change }: StateHolder) {
  const pasting = useDialog<string>()
  const sns: OwnField = {
    label: 'device.sns',
    offer: 'device.pasteSns',
    Value: SerialsWords,
    edit: () => pasting.open(filter['sns']),
  }
  const dialog = (
    <SerialsDialog
      dialog={pasting}
      apply={(next) => change({ filter: { ...filter, sns: next } })}
    />
  )
  return { sns, dialog }
}
