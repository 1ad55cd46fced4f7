import {
  effectiveParams,
  jsonDocuments,
  paramDeliveries,
  type ParamDeliveryRow,
} from '@muster/contract'
import { RowActions, RowButton } from '../../../kit/list/buttons.tsx'
import { useCan } from '../../../kit/session.ts'
import { useAction } from '../../../kit/useAction.ts'
import { lazyDialog } from '../../../platform/lazyPart.tsx'
import { t } from '../../../platform/texts.ts'
import { settled } from '../assignment/paramTexts.ts'
import { pushed } from '../assignment/usePushNow.ts'

export const SentDialog = lazyDialog(() =>
  import('./SentDialog.tsx').then((file) => file.SentDialog),
)

export const PastDialog = lazyDialog(() =>
  import('./PastDialog.tsx').then((file) => file.PastDialog),
)

interface DeliveryButtonsProps {
  readonly row: ParamDeliveryRow
  readonly open: () => void
  readonly openPast: () => void
}

/** What a terminal was sent, now and before, and sending it once more. */
export function DeliveryButtons({ row, open, openPast }: DeliveryButtonsProps) {
  const { deviceId, appId, state, templateName } = row
  const act = useAction(paramDeliveries)
  // A document asks for its own right as well.
  const mayDocuments = useCan(jsonDocuments.push.permission)
  const bring = () =>
    act(effectiveParams.bring, { params: { deviceId, appId } }, ({ count }) => pushed(count))
  return (
    <RowActions>
      {/* What a document says stands at the terminal. */}
      {templateName !== null && (
        <RowButton opens code={paramDeliveries.detail.permission} onClick={open}>
          {t('paramLog.sent')}
        </RowButton>
      )}
      <RowButton opens code={paramDeliveries.past.permission} onClick={openPast}>
        {t('paramLog.past')}
      </RowButton>
      {!settled.has(state) && (templateName !== null || mayDocuments) && (
        <RowButton code={effectiveParams.bring.permission} onClick={() => void bring()}>
          {t('param.push')}
        </RowButton>
      )}
    </RowActions>
  )
}
