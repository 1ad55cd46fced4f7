import type { ReactNode } from 'react'
import { t } from '../../platform/texts.ts'
import { Icon } from '../../ui/Icon.tsx'
import classes from './map.module.css'
import type { MapHandle } from './mapHandle.ts'

/** Nearer and farther, without a wheel. */
export const ZoomButtons = ({ map }: { readonly map: MapHandle }) => (
  <div className={classes.buttons}>
    <ZoomButton label={t('location.zoomIn')} onClick={() => map.zoomBy(1)}>
      <Icon name="plus" size={16} />
    </ZoomButton>
    <ZoomButton label={t('location.zoomOut')} onClick={() => map.zoomBy(-1)}>
      −
    </ZoomButton>
  </div>
)

interface ZoomButtonProps {
  readonly label: string
  readonly onClick: () => void
  readonly children: ReactNode
}

const ZoomButton = ({ label, onClick, children }: ZoomButtonProps) => (
  <button type="button" aria-label={label} title={label} onClick={onClick}>
    {children}
  </button>
)
