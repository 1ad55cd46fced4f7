export const vendorListPath = '/vendor/list'

/** The page of one vendor. */
export const vendorPath = (id: string): string => `/vendor/detail/${id}`
