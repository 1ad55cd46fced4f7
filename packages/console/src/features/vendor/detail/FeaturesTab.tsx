import { MatrixView } from '../matrix/MatrixView.tsx'
import type { VendorTabProps } from './vendorTab.ts'

/** What the vendor's agents and firmwares support. */
export function FeaturesTab({ vendor }: VendorTabProps) {
  return <MatrixView vendorId={vendor.id} />
}
