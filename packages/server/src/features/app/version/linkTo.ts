/** Where an application stands in the console. */
export const linkTo = (name: string): string =>
  `/app/manage?${new URLSearchParams({ keyword: name }).toString()}`
