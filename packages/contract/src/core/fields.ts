import * as z from 'zod/mini'

/** A UUIDv7 as text. */
export const id = () => z.string().check(z.uuid())

/** A moment on the wire: ISO 8601 in UTC, milliseconds. */
export const moment = () => z.string().check(z.iso.datetime())

/** A day of the calendar, `0001-01-01` to `9999-12-31`: the database knows no year 0. */
export const day = () =>
  z.iso.date({ abort: true }).check(z.regex(/^(?:[1-9]...|.[1-9]..|..[1-9].|...[1-9])-/))

/** Letters of any script, digits, space and `_ - . ( ) & / ' ’`; 1 to `max` characters. */
export const name = (max = 64) =>
  z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(max), z.regex(/^[\p{L}\p{M}\p{N} _\-.()&/'’]+$/u))

/** A name that may have commas, too: no cell of a sheet lists such records by their names. */
export const title = () =>
  z
    .string()
    .check(z.trim(), z.minLength(1), z.maxLength(64), z.regex(/^[\p{L}\p{M}\p{N} _\-.()&/'’,،]+$/u))

/** 2 to 64 characters of `A–Z a–z 0–9 _ . -`. */
export const code = () =>
  z.string().check(z.trim(), z.minLength(2), z.maxLength(64), z.regex(/^[A-Za-z0-9_.-]+$/))

/** Free text that may be empty. */
export const text = (max: number) => z.string().check(z.trim(), z.maxLength(max))

/** A serial number: 5 to 32 letters, digits and dashes; kept in upper case. */
export const serialNumber = () =>
  z
    .string()
    .check(z.trim(), z.toUpperCase(), z.minLength(5), z.maxLength(32), z.regex(/^[A-Z0-9-]+$/))

/** One mail address of at most 255 characters. */
export const email = () => z.string().check(z.trim(), z.maxLength(255), z.email())

/** Digits, blanks and `+ ( ) -`, at most 32, or nothing. */
export const phone = () => z.string().check(z.trim(), z.maxLength(32), z.regex(/^[0-9+() -]*$/))

/** An http or https address of at most 512 characters. */
export const webAddress = () =>
  z.string().check(z.trim(), z.maxLength(512), z.regex(/^https?:\/\/\S+$/))

/** One address or a network in CIDR notation; the server checks the numbers. */
export const network = () =>
  z.string().check(z.trim(), z.maxLength(64), z.regex(/^[0-9a-fA-F.:]+(?:\/\d{1,3})?$/))

/** ISO 3166-1 alpha-2. */
export const country = () => z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}$/))

/** ISO 3166-1 alpha-3. */
export const country3 = () =>
  z.string().check(z.trim(), z.toUpperCase(), z.regex(/^[A-Z]{2}[A-Z]$/))

/** Order among siblings, smallest first. */
export const sort = () => z._default(z.int().check(z.minimum(0), z.maximum(9999)), 0)

/** 1 enabled, 0 disabled. */
export const status = () => z.union([z.literal(0), z.literal(1)])

/** A whole number in a query string, where it arrives as text. */
export const queryNumber = () => z.coerce.number().check(z.int())

/** A member that may be missing or null; both are stored as null. */
export const optional = <T extends z.ZodMiniType>(schema: T) => z._default(z.nullable(schema), null)

/** The body of a call that takes bytes. */
export const bytes = () => z.custom<Uint8Array<ArrayBuffer>>((value) => value instanceof Uint8Array)
