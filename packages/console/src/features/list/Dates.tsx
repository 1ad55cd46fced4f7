import { lazyDialog } from '../../kit/parts/lazyPart.tsx'
import type { SlotProps } from '../../kit/parts/listSlots.ts'
import { useDialog } from '../../kit/list/useDialog.ts'
import { t } from '../../platform/texts.ts'
import { Button } from '../../ui/controls.ts'
import { membersOf } from '../../ui/form/schema.ts'
import { Icon } from '../../ui/Icon.tsx'
import { spanNames } from './spanNames.ts'
import classes from './list.module.css'

const DatesDialog = lazyDialog(() => import('./DatesDialog.tsx').then((file) => file.DatesDialog))

/** Cuts a list to the time in which its records were made or last changed. */
export function Dates({ list }: Pick<SlotProps, 'list'>) {
  const dialog = useDialog()
  const known = membersOf(list.call.schemas.query)
  if (!spanNames.some((name) => name in known)) return null
  const isInUse = spanNames.some((name) => list.state.filter[name])
  const label = t(isInUse ? 'list.datesInUse' : 'list.dates')
  return (
    <>
      <Button
        variant="default"
        className={classes.dates}
        aria-label={label}
        title={label}
        data-used={isInUse || undefined}
        onClick={() => dialog.open()}
      >
        <Icon name="calendar" />
      </Button>
      <DatesDialog dialog={dialog} list={list} />
    </>
  )
}
