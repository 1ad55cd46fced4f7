import * as z from 'zod/mini'

/** A document and the JSON Schema that it has to fit. */
export const judgedDocument = z.object({ schema: z.string(), document: z.string() })
export type JudgedDocument = z.output<typeof judgedDocument>

/** Faults that are looked at of one document. */
export const mostFound = 50

const name = z.optional(z.string())
const number = z.optional(z.number())

/** What a fault is about, as far as a sentence needs it. */
const params = z.object({
  type: z.optional(z.union([z.string(), z.array(z.string())])),
  missingProperty: name,
  additionalProperty: name,
  unevaluatedProperty: name,
  propertyName: name,
  allowedValues: z.optional(z.array(z.unknown())),
  allowedValue: z.optional(z.unknown()),
  limit: number,
  len: number,
  minContains: number,
  multipleOf: number,
  pattern: name,
  ref: name,
})

/** What is wrong with a document, or with the schema itself. */
export const verdict = z.object({
  of: z.enum(['DOCUMENT', 'SCHEMA']),
  faults: z.array(
    z.object({
      /** Of JSON Schema, or what kept it from being judged. */
      keyword: z.string(),
      pointer: z.string(),
      params,
    }),
  ),
})
export type Verdict = z.output<typeof verdict>
