// Proves an excerpt of the action log without Muster: node verifyPack.mjs [anchor seq:hash]
import { createHash, createPublicKey, verify } from 'node:crypto'
import { readFileSync } from 'node:fs'

const read = (name) => readFileSync(new URL(name, import.meta.url), 'utf8')
const lines = (name) =>
  read(name)
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
const sha256 = (data) => createHash('sha256').update(data).digest()

const keys = JSON.parse(read('keys.json')).map(({ lastSeq, pem }) => ({
  lastSeq,
  key: createPublicKey(pem),
}))
const faults = []
const sealed = new Set()
const anchor = process.argv[2]
let previous
let isAnchored = false

for (const block of lines('blocks.jsonl')) {
  const { seq, sealedAt, fromXact, toXact, entries, entriesHash, previousHash, hash } = block
  const said = ['MUSTER-LOG-1', seq, sealedAt, fromXact, toXact, entries, entriesHash, previousHash]
  if (sha256(said.join('\n')).toString('hex') !== hash) faults.push(`block ${seq}: changed`)
  const all = sha256(Buffer.concat(block.hashes.map((one) => Buffer.from(one, 'hex'))))
  if (all.toString('hex') !== entriesHash || block.hashes.length !== entries)
    faults.push(`block ${seq}: its entries are not those that it sealed`)
  if (previous && previous.seq !== seq - 1)
    faults.push(`block ${seq}: what lies between it and block ${previous.seq} is missing`)
  else if (previous && previous.hash !== previousHash)
    faults.push(`block ${seq}: does not follow block ${seq - 1}`)
  const known = keys.find(({ lastSeq }) => lastSeq === null || seq <= lastSeq)
  const signature = Buffer.from(block.signature, 'base64')
  if (!known || !verify(null, Buffer.from(hash, 'hex'), known.key, signature))
    faults.push(`block ${seq}: not signed by the installation`)
  for (const one of block.hashes) sealed.add(one)
  if (anchor === `${seq}:${hash}`) isAnchored = true
  previous = { seq, hash }
}

const entries = lines('actions.jsonl')
for (const { hash, content } of entries) {
  if (sha256(content).toString('hex') !== hash) faults.push(`entry ${hash}: changed`)
  // Its content and its hash may have been written together: then only the blocks know.
  else if (!sealed.has(hash)) faults.push(`entry ${hash}: no block holds it`)
}
if (anchor && !isAnchored) faults.push(`no block is ${anchor}`)

console.log(`entries: ${entries.length}, hashes in blocks: ${sealed.size}`)
for (const fault of faults) console.log(fault)
console.log(faults.length === 0 ? 'The excerpt is as it was sealed.' : 'The excerpt was changed.')
process.exitCode = faults.length === 0 ? 0 : 1
