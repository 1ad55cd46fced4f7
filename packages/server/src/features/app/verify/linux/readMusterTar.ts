import * as z from 'zod/mini'
import { PackageFault } from '../fault.ts'
import type { PackageLimits } from '../limits.ts'
import type { OpenFile } from '../openFile.ts'
import type { PackageFacts } from './packageReport.ts'
import { plainText } from './plainText.ts'
import { readTar } from './readTar.ts'
import { unpackStream } from './unpackStream.ts'

const manifestName = 'muster.json'
/** An escape can smuggle in what no database text can hold. */
const text = z.string().check(z.refine((value) => !value.includes('\0') && value.isWellFormed()))
const word = text.check(z.trim(), z.minLength(1), z.maxLength(200))
const manifest = z.object({
  name: word,
  version: word,
  architecture: word,
  description: z._default(text.check(z.maxLength(2000)), ''),
  depends: z._default(text.check(z.maxLength(2000)), ''),
})

/** Any tar archive that says in `muster.json` at its top what it is. */
export async function readMusterTar(file: OpenFile, limits: PackageLimits): Promise<PackageFacts> {
  const stream = unpackStream({ file, from: 0, to: file.bytes }, limits)
  const found = (await readTar(stream, [manifestName], limits)).get(manifestName)
  if (!found) throw new PackageFault('verify.linux.manifest', { name: manifestName })
  const said = manifest.safeParse(jsonOf(plainText(found)))
  if (said.success) return said.data
  const [field = manifestName] = said.error.issues[0]?.path ?? []
  throw new PackageFault('verify.linux.field', { name: String(field) })
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    throw new PackageFault('verify.linux.manifest', { name: manifestName })
  }
}
