import { codes, type DomainClaim, proofHost, proofText, customizesPath } from '@muster/contract'
import { sql } from 'kysely'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal, notFound, Refusal } from '../../../kit/refusal.ts'
import { Outside } from '../../../kit/serve.ts'
import { txtRecords } from '../../../platform/dns.ts'
import { makeToken } from '../../../platform/secrets.ts'
import { translate } from '../../../platform/texts.ts'
import { customizeScope } from './place.ts'

/**
 * Writes down which domains a white label says are its own; the others it gives up. A claim that
 * nobody has proved for a week keeps nobody else from his domain.
 */
export async function claimDomains(
  ctx: Context,
  customizeId: string,
  domains: readonly string[],
): Promise<void> {
  await sql`delete from customize_domain where customize_id = ${customizeId}
    and domain <> all(${[...domains]}::text[])`.execute(ctx.db)
  const claims = domains.map((domain) => ({ domain, token: makeToken() }))
  const { rows } = await sql<{ domain: string }>`
    insert into customize_domain as held (customize_id, domain, token)
    select ${customizeId}, claim.domain, claim.token
    from jsonb_to_recordset(${JSON.stringify(claims)}::jsonb) as claim(domain text, token text)
    order by claim.domain
    on conflict (domain) do update set customize_id = excluded.customize_id,
      token = case when held.customize_id = excluded.customize_id then held.token else excluded.token end,
      created_at = case when held.customize_id = excluded.customize_id then held.created_at else now() end
    where held.customize_id = excluded.customize_id
      or (held.verified_at is null and held.created_at < now() - interval '7 days')
    returning domain`.execute(ctx.db)
  const held = new Set(rows.map(({ domain }) => domain))
  const taken = domains.find((domain) => !held.has(domain))
  if (taken !== undefined)
    throw fieldRefusal(
      'domains',
      translate(ctx.language, 'customize.domainTaken', { domain: taken }),
    )
}

/**
 * Asks the DNS whether a domain is its claimer's. Also where it is not, when it was asked stays, and a
 * proof that was found before stays too.
 */
export async function verifyDomain(ctx: Context, id: string): Promise<Outside<DomainClaim>> {
  const { domain, token } = await findClaim(ctx, id)
  const { dnsServers } = ctx.platform.env
  return new Outside(async () => {
    const records = await txtRecords(proofHost(domain), dnsServers).catch(() => null)
    const isProved = records?.some((text) => text.trim() === proofText(token)) ?? null
    return (after) => noteProof(after, id, { token, isProved })
  })
}

interface Heard {
  /** The one that was asked for: another claimer has another. */
  readonly token: string
  /** Null: no DNS server answered. */
  readonly isProved: boolean | null
}

async function noteProof(
  ctx: Context,
  id: string,
  { token, isProved }: Heard,
): Promise<DomainClaim> {
  const claim = await findClaim(ctx, id)
  if (claim.token !== token) throw notFound()
  const host = proofHost(claim.domain)
  if (isProved === null)
    throw new Refusal(codes.warning, 'customize.dnsSilent', { params: { host } })
  const now = ctx.now().toISOString()
  await ctx.db
    .updateTable('customizeDomain')
    .set(({ fn, ref, val }) => ({
      checkedAt: now,
      ...(isProved && { verifiedAt: fn.coalesce(ref('verifiedAt'), val(now)) }),
    }))
    .where('id', '=', id)
    .where('token', '=', token)
    .execute()
  ctx.note({ targetIds: [claim.customizeId], after: { domain: claim.domain, isProved } })
  ctx.changed(customizesPath, [claim.customizeId], [claim.orgId])
  if (!isProved)
    throw new Refusal(codes.warning, 'customize.noProof', { params: { host } }).afterCommit()
  return findClaim(ctx, id)
}

/** A claim of a white label that the caller sees. */
async function findClaim(ctx: Context, id: string) {
  const { rows } = await sql<DomainClaim & { customizeId: string; orgId: string }>`
    select held.id, held.domain, held.token, held.verified_at, held.customize_id, owner.org_id
    from customize_domain held join customize owner on owner.id = held.customize_id
    where held.id = ${id} and owner.deleted_at is null
      and ${customizeScope.rows(ctx.principal)}`.execute(ctx.db)
  if (!rows[0]) throw notFound()
  return rows[0]
}
