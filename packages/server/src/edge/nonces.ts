import { codes } from '@muster/contract'
import type pg from 'pg'
import { Refusal } from '../kit/refusal.ts'
import { type Batcher, openBatcher, type Waiting } from '../platform/batcher.ts'
import type { SpentNonce } from './signature.ts'

interface Shown extends SpentNonce, Waiting {
  isFresh: boolean
}

const spenders = new WeakMap<pg.Pool, Batcher<Shown>>()

/**
 * Spends a nonce for all nodes, and for those that start later: what was signed once is good once.
 * One statement at a time, with all that came meanwhile, so that a call costs little of one.
 * Refuses with `replayed`, and with `tooManyRequests` when too many wait.
 */
export function spendNonce(pool: pg.Pool, { signer, nonce }: SpentNonce): Promise<void> {
  const spender = spenders.get(pool) ?? openSpender(pool)
  spenders.set(pool, spender)
  return new Promise((resolve, reject) => {
    const shown: Shown = { signer, nonce, isFresh: false, at: Date.now(), done: tell }
    function tell(error?: Error | null) {
      if (error) reject(error.cause ?? error)
      else if (shown.isFresh) resolve()
      else reject(new Refusal(codes.replayed, 'refusal.replayed'))
    }
    if (!spender.add(shown)) reject(new Refusal(codes.tooManyRequests, 'refusal.tooMany'))
  })
}

function openSpender(pool: pg.Pool): Batcher<Shown> {
  return openBatcher<Shown>({
    flush: (items) => spend(pool, items),
    isPoison: () => false,
    setAside: () => undefined,
    maxItems: 1000,
    lingerMs: 0,
    maxWaiting: 10_000,
    // Its caller waits, and is told at once.
    maxWaitMs: 0,
  })
}

/**
 * The commit does not wait for the disk: a nonce is lost only where the database itself dies within
 * the half second after it.
 */
const spendSql = `
  insert into request_nonce (session_id, nonce)
    select shown.signer, shown.nonce from unnest($1::uuid[], $2::text[]) as shown (signer, nonce)
      cross join (select set_config('synchronous_commit', 'off', true)) as quick
    order by 1, 2
    on conflict do nothing returning session_id as signer, nonce`

async function spend(pool: pg.Pool, items: readonly Shown[]): Promise<void> {
  const { rows } = await pool.query<SpentNonce>({
    name: 'nonce.spend',
    text: spendSql,
    values: [items.map(({ signer }) => signer), items.map(({ nonce }) => nonce)],
  })
  const fresh = new Set(rows.map(keyOf))
  // The same one twice in a batch is fresh once.
  for (const item of items) item.isFresh = fresh.delete(keyOf(item))
}

const keyOf = ({ signer, nonce }: SpentNonce): string => `${signer} ${nonce}`
