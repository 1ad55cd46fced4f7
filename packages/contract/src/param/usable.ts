import * as z from 'zod/mini'
import * as f from '../core/fields.ts'
import { once } from '../core/once.ts'

/** Published revisions of templates that are offered at once. */
export const mostParamTemplates = 200

/** A published revision of a template that an assignment may be made with. */
export const usableTemplate = once(() =>
  z.object({
    /** Of the revision. */
    id: f.id(),
    name: z.string(),
    rev: z.int(),
    /** Versions of the application that it is for; null: no bound. */
    versionFrom: z.nullable(z.int()),
    versionTo: z.nullable(z.int()),
    /** Whether the version that most terminals of the target run is one of these; null: none runs it, as far as is known. */
    fits: z.nullable(z.boolean()),
    /** The version that brings it, of the one that most terminals of the target run, else of what is online; null: that one does not. */
    broughtBy: z.nullable(z.string()),
    publishedAt: f.moment(),
  }),
)
export type UsableTemplate = z.output<ReturnType<typeof usableTemplate>>

/** Versions that are named of terminals for which a template is not meant. */
export const mostOutside = 20

/** Terminals that run a version which a template is not for. */
export const outsideVersions = once(() =>
  z.object({
    versionFrom: z.nullable(z.int()),
    versionTo: z.nullable(z.int()),
    /** No further than lists are counted. */
    count: z.int(),
    /** The most frequent first, {@link mostOutside} at most. */
    versions: z.array(z.object({ code: z.number(), name: z.nullable(z.string()) })),
  }),
)
