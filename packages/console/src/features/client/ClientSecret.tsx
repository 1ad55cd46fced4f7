import type { Client } from '@muster/contract'
import { SecretOnce } from '../../kit/copy/SecretOnce.tsx'

interface ClientSecretProps {
  readonly client: Client
  readonly secret: string
  readonly close: () => void
}

/** A client's id and its secret, which no one can read again. */
export function ClientSecret({ client, secret, close }: ClientSecretProps) {
  return (
    <SecretOnce
      title="client.secretTitle"
      text={client.publicKey ? 'client.secretForEvents' : 'client.secretOnce'}
      lines={[
        { label: 'client.id', text: client.id },
        { label: 'client.secret', text: secret },
      ]}
      close={close}
    />
  )
}
