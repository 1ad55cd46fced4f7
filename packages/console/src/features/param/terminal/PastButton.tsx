import { paramDeliveries } from '@muster/contract'
import { useDialog } from '../../../kit/dialog/useDialog.ts'
import { Permitted } from '../../../kit/page/Permitted.tsx'
import { t } from '../../../platform/texts.ts'
import { Button } from '../../../ui/controls.ts'
import { PastDialog } from '../log/DeliveryButtons.tsx'
import type { Brought } from '../log/PastDialog.tsx'

interface PastButtonProps {
  readonly of: Brought
  readonly size?: 'xs'
}

/** Opens the deliveries of an application's values, or of a document, to the terminal. */
export function PastButton({ of, size }: PastButtonProps) {
  const past = useDialog<Brought>()
  return (
    <Permitted to={paramDeliveries.past.permission}>
      <Button variant="default" {...(size && { size })} onClick={() => past.open(of)}>
        {t('paramLog.past')}
      </Button>
      <PastDialog dialog={past} />
    </Permitted>
  )
}
