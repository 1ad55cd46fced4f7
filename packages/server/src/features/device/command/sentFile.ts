import type { GivenCommand } from '@muster/contract'
import type { Context } from '../../../kit/context.ts'
import { storedFile } from '../../file/upload/index.ts'

/**
 * A command as it may lie in the database: with what there is to know of the file that it brings.
 * `at`: where its arguments stand in the body of the call, to say there what is wrong with the file.
 */
export async function withFile<G extends GivenCommand>(
  ctx: Context,
  request: G,
  at: string,
): Promise<G> {
  const given: GivenCommand = request
  if (given.cmd !== 'PUSH_FILE') return request
  const wanted = { field: `${at}.fileId`, id: given.args.fileId, type: 'terminal' } as const
  const { name, bytes, sha256 } = await storedFile(ctx, wanted)
  const artifact = { size: bytes, sha256: sha256.toString('hex'), name }
  return { ...request, args: { ...request.args, artifact } }
}
