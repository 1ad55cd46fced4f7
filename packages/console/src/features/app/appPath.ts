export const appListPath = '/app/manage'

/** The page of one application. */
export const appPath = (id: string): string => `/app/detail/${id}`
