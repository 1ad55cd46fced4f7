/** What a list of results is filtered by, as its other calls take it: a word that is searched for is a serial number. */
export function soughtResults({
  keyword,
  ...filter
}: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return keyword === undefined ? filter : { sn: keyword, ...filter }
}
