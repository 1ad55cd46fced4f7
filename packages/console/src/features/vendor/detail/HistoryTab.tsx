import { RecordHistory } from '../../log/index.ts'
import type { VendorTabProps } from './vendorTab.ts'

/** Who changed what of this vendor. */
export function HistoryTab({ vendor }: VendorTabProps) {
  return <RecordHistory id={vendor.id} />
}
