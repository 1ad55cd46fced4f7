import type { Artifact } from '@muster/contract'
import type { TestApp } from './testApp.ts'
import type { TestDevice } from './testGateway.ts'

/** An item of a terminal that is under way and has a file; its id. */
export async function openArtifactItem(
  { platform }: Pick<TestApp, 'platform'>,
  { id: deviceId }: Pick<TestDevice, 'id'>,
  artifact: Omit<Artifact, 'ticket'>,
  { state = 'PUBLISHED', pkg = 'com.example.pay', vc = 1 } = {},
): Promise<string> {
  const { id } = await platform.db
    .insertInto('pushItem')
    .values({
      deviceId,
      cmd: 'APP_INSTALL',
      args: JSON.stringify({ title: 'Pay', pkg, vc, artifact, opt: {} }),
      state,
      nextPublishAt: new Date().toISOString(),
      expiresAt: new Date(Date.now() + 600_000).toISOString(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

/** Ends an item. */
export const endItem = ({ platform }: Pick<TestApp, 'platform'>, id: string) =>
  platform.pool.query(`update push_item set state = 'CANCELLED', ended_at = now() where id = $1`, [
    id,
  ])
