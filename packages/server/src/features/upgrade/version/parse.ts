import type { ReplyOf, upgradeVersions } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { Outside } from '../../../kit/serve.ts'
import { contentsOf } from '../../../platform/contents.ts'
import { storedFile } from '../../file/upload/index.ts'
import { readHeader, revisionsOf } from './checkFile.ts'

type Parsed = ReplyOf<typeof upgradeVersions.parse>

/** Says what a stored file says of itself: version and hardware, where it is a package that does. */
export async function parseFile(ctx: Context, fileId: string): Promise<Outside<Parsed>> {
  const { name, bytes, sha256 } = await storedFile(ctx, {
    field: 'fileId',
    id: fileId,
    type: 'firmware',
  })
  const { platform } = ctx
  return new Outside(async () => {
    const read = (path: string) => readHeader(path, name)
    const { facts, fault } = await contentsOf(platform).withFile(sha256, read)
    if (fault) throw fieldRefusal('fileId', fault.key, fault.values)
    const found = {
      fileName: name,
      bytes,
      sha256: sha256.toString('hex'),
      versionName: facts?.version ?? null,
      hardware: facts ? revisionsOf(facts.architecture) : [],
    }
    return async () => found
  })
}
