import { readFile } from 'node:fs/promises'
import { osKinds } from '@muster/contract'
import * as z from 'zod/mini'
import { madeVersions } from '../terminal/identity.ts'
import { keptApp } from './appFolder.ts'

const estate = z.object({
  mqtt: z.optional(z.string()),
  terminals: z
    .array(
      z.object({
        sn: z.string().check(z.regex(/^[A-Z0-9-]{5,32}$/)),
        model: z.string(),
        vendor: z.string(),
        token: z.string(),
        osType: z.optional(z.enum(osKinds)),
        screen: z.nullish(z.string()),
        apps: z.optional(z.array(keptApp)),
        versions: z.optional(z.partialRecord(z.enum(madeVersions), z.string())),
      }),
    )
    .check(z.minLength(1), z.maxLength(15_000)),
})
export type Estate = z.output<typeof estate>

/** Reads a file that names terminals. Throws when it is none. */
export async function readEstate(path: string): Promise<Estate> {
  const { data, error } = estate.safeParse(JSON.parse(await readFile(path, 'utf8')))
  if (data) return data
  const [issue] = error.issues
  throw new Error(`${path}: ${issue?.path.join('.')}: ${issue?.message}`)
}
