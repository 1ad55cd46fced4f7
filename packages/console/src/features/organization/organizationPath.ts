export const organizationListPath = '/access/organization'

/** The page of one organisation. */
export const organizationPath = (id: string): string => `${organizationListPath}/${id}`
