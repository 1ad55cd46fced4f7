import { sql } from 'kysely'
import type { FrozenPrincipal } from '../../access/frozen.ts'
import type { Platform } from '../../kit/context.ts'
import { givePush } from '../device/index.ts'

interface Pull {
  readonly title: string
  readonly sns: readonly string[]
  readonly types: readonly string[]
  /** Minutes from now. */
  readonly after: number
}

/** Of smart terminals that are never switched off. */
const pulls: readonly Pull[] = [
  {
    title: 'Receipts come late',
    sns: ['DEMO-000003', 'DEMO-000009', 'DEMO-000018'],
    types: ['SYSTEM', 'APP', 'AGENT', 'NETWORK'],
    after: 3,
  },
  {
    title: 'Payment application hangs at noon',
    sns: ['DEMO-000012', 'DEMO-000024'],
    types: ['APP', 'CRASH', 'KERNEL'],
    after: 20,
  },
]

/**
 * Logs that the terminals are asked for as soon as they have something to tell, and a rule that asks for
 * those of a crash. The month before is over when it comes: nobody is asked for what crashed then.
 */
export async function makeDemoLogs(
  { db, now }: Pick<Platform, 'db' | 'now'>,
  giver: FrozenPrincipal,
): Promise<void> {
  await sql`insert into log_rule (org_id, name, condition, package, types, max_mb, remark, giver, created_by)
    values (${giver.orgId}, 'Payment application crashed', 'CRASH', 'com.example.pay', '{CRASH,APP,SYSTEM}', 5,
      'For whoever supports it', ${JSON.stringify(giver)}::jsonb, ${giver.userId})`.execute(db)
  for (const { title, sns, types, after } of pulls)
    await givePush(
      { db, now },
      {
        kind: 'LOG_PULL',
        args: { types, from: null, to: null, maxMB: 10 },
        title,
        targets: { sns: [...sns] },
        growing: false,
        options: { retries: 0, needOnline: false, notify: false, priority: 5 },
        giver,
        startsAt: new Date(now().getTime() + after * 60_000),
        isApproved: true,
      },
    )
}
