import * as z from 'zod/mini'
import { once } from '../core/once.ts'
import { pid } from './field.ts'

/** Applications and documents of which one heartbeat tells what they run with. */
export const mostToldParams = 50

/** Parameters of one application, and of all, of which one heartbeat tells that somebody changed them on the terminal. */
export const mostToldEdits = { each: 20, all: 50 } as const

const packageName = () => z.string().check(z.minLength(1), z.maxLength(128))

/** By package the SHA-256 of the values that an application runs with. */
export const toldParams = () =>
  z
    .record(packageName(), z.string().check(z.regex(/^[0-9a-f]{64}$/)))
    .check(z.refine((told) => Object.keys(told).length <= mostToldParams))

/** By package the parameters that somebody has changed on the terminal. */
export const toldEdits = () =>
  z
    .record(packageName(), z.array(pid()).check(z.maxLength(mostToldEdits.each)))
    .check(z.refine((told) => Object.values(told).flat().length <= mostToldEdits.all))

/** `manifest.json` of the archive that a terminal fetches. */
export const paramManifest = once(() =>
  z.object({
    package: z.string(),
    /** Rises with each change of the terminal's values. */
    rev: z.int(),
    /** SHA-256 of all values as `values.json` says them: what heartbeats tell, lower-case hexadecimal. */
    hash: z.string(),
    /** Of a part: what it is laid over. Without it the archive is whole. */
    base: z.optional(
      z.object({
        /** Of the values that the terminal said it has. */
        hash: z.string(),
        /** Parameters of these that are no more. */
        gone: z.array(z.string()),
        /** Names of files that stay as they are. */
        kept: z.array(z.string()),
      }),
    ),
    /** Whether all files but this one are encrypted for the terminal. */
    encrypted: z.boolean(),
    files: z.array(
      z.object({
        /** Within the archive. */
        file: z.string(),
        /** As the application finds it, below its own folder; `values.json` is for the agent. */
        name: z.string(),
        /** `BINARY`: a file that is the value of a parameter, as it was uploaded, or that a plug-in wrote. */
        encoding: z.string(),
        /** Of the plain bytes. */
        sha256: z.string(),
        size: z.int(),
      }),
    ),
  }),
)
export type ParamManifest = z.output<ReturnType<typeof paramManifest>>
