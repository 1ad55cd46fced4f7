/** Where the versions of an application stand in the console; one that waits is opened for its review. */
export const linkTo = (appId: string, reviewedId?: string): string =>
  `/app/detail/${appId}${reviewedId === undefined ? '' : `?review=${reviewedId}`}`
