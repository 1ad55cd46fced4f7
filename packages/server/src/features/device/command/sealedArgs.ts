import { type GivenCommand, isCommandName, secretArguments } from '@muster/contract'
import type { Platform } from '../../../kit/context.ts'
import { UnreadableSecret } from '../../../platform/secrets.ts'

type Args = Readonly<Record<string, unknown>>
type Sealing = Pick<Platform, 'secrets'>

/** What is no command, as the installation of an application, has none. */
const secretsOf = (cmd: string) => (isCommandName(cmd) ? secretArguments(cmd) : [])
const purposeOf = (cmd: string, name: string) => `command.args:${cmd}:${name}`

function mapped<A extends Args>(
  args: A,
  names: readonly string[],
  map: (value: string, name: string) => string,
): A {
  const changed = names.flatMap((name): [string, unknown][] => {
    const value = args[name]
    return typeof value === 'string' ? [[name, map(value, name)]] : []
  })
  return { ...args, ...Object.fromEntries<unknown>(changed) }
}

/** A command as it may lie in the database: what its arguments have of secrets is sealed. */
export function withSealedArgs<G extends GivenCommand>({ secrets }: Sealing, request: G): G {
  const { cmd } = request
  const seal = (value: string, name: string) =>
    secrets.seal(Buffer.from(value), purposeOf(cmd, name)).toString('base64')
  return { ...request, args: mapped(request.args, secretArguments(cmd), seal) }
}

/** Arguments as their terminal is told them. */
export const openedArgs = ({ secrets }: Sealing, cmd: string, args: Args): Args =>
  mapped(args, secretsOf(cmd), (value, name) =>
    secrets.open(Buffer.from(value, 'base64'), purposeOf(cmd, name)).toString(),
  )

/** Whether what a command has of secrets was sealed with the key of today: the one before may be lost. */
export function canBeOpened(
  sealing: Sealing,
  { cmd, args }: { readonly cmd: string; readonly args: Args },
): boolean {
  try {
    openedArgs(sealing, cmd, args)
    return true
  } catch (error) {
    if (error instanceof UnreadableSecret) return false
    throw error
  }
}

/** Arguments as people are shown them: of a file its name. */
export function shownArgs(cmd: string, args: Args): Record<string, unknown> {
  const shown = mapped(args, secretsOf(cmd), () => '***')
  if (!isCommandName(cmd)) return shown
  const { artifact, ...told } = shown
  const isNamed = typeof artifact === 'object' && artifact !== null && 'name' in artifact
  return isNamed ? { ...told, name: artifact.name } : told
}
