import type { Vendor } from '@muster/contract'

/** What a tab of a vendor's page is about. */
export interface VendorTabProps {
  readonly vendor: Vendor
}
