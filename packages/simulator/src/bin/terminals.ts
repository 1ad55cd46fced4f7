import { ConsoleClient } from '../console/consoleClient.ts'
import { prepareEstate, serials } from '../console/prepareEstate.ts'
import { CredentialStore } from '../fleet/credentialStore.ts'
import type { EstateTerminal } from '../fleet/fleet.ts'
import { UsageError, type Words } from './words.ts'

/** The terminals that the command line means; what the server lacks of them is made. */
export async function terminalsOf(
  words: Words,
  state: string,
  say: (line: string) => void,
): Promise<EstateTerminal[]> {
  const { url, user, token = null, model, vendor } = words
  const wish = { count: words.count, prefix: words['sn-prefix'] }
  if (user) {
    const password = words.password ?? process.env['MUSTER_PASSWORD']
    if (!password) throw new UsageError('--user needs --password, or MUSTER_PASSWORD')
    const client = await ConsoleClient.signIn(url, user, password)
    const made = await prepareEstate(client, wish, say)
    await client.signOut()
    return made
  }
  const wanted = serials(wish).map((sn) => ({ sn, model, vendor, token }))
  if (token) return wanted
  const store = await CredentialStore.open(state)
  const known = wanted.filter(({ sn }) => store.find(sn))
  await store.close()
  if (known.length === 0)
    throw new UsageError(
      'No credentials are kept of an earlier run: use --user, --token or --estate',
    )
  if (known.length < wanted.length)
    say(`Only ${known.length} of them are known from an earlier run.`)
  return known
}
