import { deviceHttp, type StoreOffer, storeOffers } from '@muster/contract/protocol'

interface StoreWish {
  readonly platform: string
  /** A fresh proof of the terminal's secret. */
  readonly proof: string
  readonly sn: string
  readonly signal: AbortSignal
}

const limited = (signal: AbortSignal) => AbortSignal.any([signal, AbortSignal.timeout(20_000)])

/** Reads what the store of a terminal shows; null: it cannot be read now. */
export async function readStore(wish: StoreWish): Promise<readonly StoreOffer[] | null> {
  const { platform, proof, sn, signal } = wish
  const address = new URL(`${deviceHttp.store}/apps`, platform)
  address.searchParams.set('sn', sn)
  const headers = { authorization: `Bearer ${proof}` }
  const answer = await fetch(address, { headers, signal: limited(signal) }).catch(() => null)
  signal.throwIfAborted()
  const { data } = storeOffers().safeParse(await answer?.json().catch(() => null))
  return answer?.ok && data ? data.apps : null
}

/** Asks for the version that a terminal's user has chosen in its store; whether it is on its way now. */
export async function askFromStore(
  wish: StoreWish & { readonly version: string },
): Promise<boolean> {
  const { platform, proof, sn, version, signal } = wish
  const answer = await fetch(new URL(`${deviceHttp.store}/install/${version}`, platform), {
    method: 'POST',
    headers: { authorization: `Bearer ${proof}` },
    body: JSON.stringify({ sn }),
    signal: limited(signal),
  }).catch(() => null)
  await answer?.body?.cancel().catch(() => undefined)
  signal.throwIfAborted()
  return answer?.status === 202
}
