interface Place {
  /** Where the server is reached. */
  readonly origin: string
  readonly clientId: string
  /** The client signs with an RSA key in place of its secret. */
  readonly hasKey?: boolean
}

const byNode = {
  secret: `const secret = process.env.MUSTER_SECRET
const signed = (text) => createHmac('sha256', secret).update(text).digest('base64url')`,
  key: `const key = { key: readFileSync(process.env.MUSTER_KEY), padding: 6, saltLength: 32 } // RSA-PSS
const signed = (text) => sign('sha256', Buffer.from(text), key).toString('base64url')`,
}
const byOpenssl = {
  secret: `openssl dgst -sha256 -hmac "$MUSTER_SECRET" -binary`,
  key: `openssl dgst -sha256 -sign "$MUSTER_KEY" -sigopt rsa_padding_mode:pss -sigopt rsa_pss_saltlen:32`,
}

/** A program for Node.js that asks for the first page of terminals; docs/api.md has the same. */
export const nodeExample = ({ origin, clientId, hasKey = false }: Place): string =>
  `import { createHash, ${hasKey ? 'sign' : 'createHmac'}, randomBytes } from 'node:crypto'${
    hasKey ? "\nimport { readFileSync } from 'node:fs'" : ''
  }

const server = '${origin}'
const clientId = '${clientId}'
${hasKey ? byNode.key : byNode.secret}
const sha256 = (text) => createHash('sha256').update(text).digest('hex')

async function call(method, path, body) {
  const text = body === undefined ? '' : JSON.stringify(body)
  const timestamp = String(Date.now())
  const nonce = randomBytes(12).toString('hex')
  const lines = ['MUSTER1', method, path, sha256(text), timestamp, clientId, nonce, sha256('')]
  const mac = signed(lines.join('\\n'))
  const response = await fetch(server + path, {
    method,
    headers: {
      CLIENTID: clientId,
      TIMESTAMP: timestamp,
      SIGNATURE: \`v1.\${nonce}.\${mac}\`,
      ...(text && { 'content-type': 'application/json' }),
    },
    ...(text && { body: text }),
  })
  return response.json()
}

console.log(JSON.stringify(await call('GET', '/admin/device/v1/device/page?pageSize=20')))
`

/** The same by a shell. */
export const curlExample = ({ origin, clientId, hasKey = false }: Place): string =>
  `server='${origin}'
client='${clientId}'
path='/admin/device/v1/device/page?pageSize=20'
empty=$(printf '' | openssl dgst -sha256 -r | cut -c1-64)
time=$(date +%s)000
nonce=$(openssl rand -hex 12)
mac=$(printf 'MUSTER1\\nGET\\n%s\\n%s\\n%s\\n%s\\n%s\\n%s' "$path" "$empty" "$time" "$client" "$nonce" "$empty" |
  ${hasKey ? byOpenssl.key : byOpenssl.secret} | base64 | tr '+/' '-_' | tr -d '=\\n')
curl -s "$server$path" -H "CLIENTID: $client" -H "TIMESTAMP: $time" -H "SIGNATURE: v1.$nonce.$mac"
`
