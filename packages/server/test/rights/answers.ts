/** Who asks, about a record of organisation A. */
export const callers = [
  /** No token at all. */
  'nobody',
  /** Of A, with every right but the one that is asked for. */
  'unprivileged',
  /** Of an organisation beside A, with every right. */
  'elsewhere',
  /** Of the organisation above A, with every right and what is below. */
  'parent',
  /** Of an organisation below A, with every right and what is below. */
  'child',
  'superAdministrator',
  /** An API client of A, with every right that a role can give. */
  'client',
] as const
export type Caller = (typeof callers)[number]

/**
 * What is answered: `open`: the call is carried out, or refused for another reason than rights;
 * `blind`: carried out, but on nothing of A; the others are codes of the contract.
 */
export type Expected = 'open' | 'blind' | 'signInAgain' | 'forbidden' | 'notFound'

/** The sorts of routes, and what each caller of each sort is answered. */
export const answers = {
  /** Before a session: everybody. */
  public: row('open open open open open open open'),
  /** The caller's own session and settings: people only, no role needed. */
  own: row('signInAgain open open open open open forbidden'),
  /** A person's own base data, by a role. */
  ownByRole: row('signInAgain forbidden open open open open forbidden'),
  /** Reference data and settings that all organisations share. */
  shared: row('signInAgain forbidden open open open open open'),
  /** One record, or some, that the caller names. */
  record: row('signInAgain forbidden notFound open notFound open open'),
  /** All records that the caller sees. */
  many: row('signInAgain forbidden blind open blind open open'),
  /** What the caller asked for himself. */
  manyOwn: row('signInAgain open blind blind blind open forbidden'),
  /** What only its maker may touch, whatever rights another has; here all are others. */
  others: row('signInAgain forbidden notFound notFound notFound notFound notFound'),
  /** One record that only who sees the whole platform sees. */
  platformRecord: row('signInAgain forbidden notFound notFound notFound open notFound'),
  /** All of them. */
  platformMany: row('signInAgain forbidden blind blind blind open blind'),
  /** What opens accounts: for a person who sees the whole platform. */
  platformPerson: row('signInAgain forbidden notFound forbidden notFound open forbidden'),
  /** The bytes of a file, which nobody has written here. */
  unwritten: row('signInAgain forbidden notFound notFound notFound notFound notFound'),
} satisfies Record<string, Readonly<Record<Caller, Expected>>>
export type Sort = keyof typeof answers

function row(text: string): Readonly<Record<Caller, Expected>> {
  const words = text.split(' ')
  // The words stand in the order of the callers; a test counts them.
  return Object.fromEntries(callers.map((caller, place) => [caller, words[place]])) as Record<
    Caller,
    Expected
  >
}
