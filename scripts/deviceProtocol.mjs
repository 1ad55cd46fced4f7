// node scripts/deviceProtocol.mjs [--check]: writes the generated parts of docs/device-protocol.md
// and the whole of docs/asyncapi.json from the contract; --check fails when they are not current.
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { asyncApiOf } from './protocolAsyncApi.mjs'
import { readProtocol } from './protocolSource.mjs'
import { tablesOf } from './protocolTables.mjs'

const root = fileURLToPath(new URL('..', import.meta.url))
const isCheck = process.argv.includes('--check')
const read = (path) => readFileSync(join(root, path), 'utf8')

const protocol = readProtocol(root)
const wanted = {
  'docs/device-protocol.md': filled(read('docs/device-protocol.md'), tablesOf(protocol)),
  'docs/asyncapi.json': `${JSON.stringify(asyncApiOf(protocol), null, 2)}\n`,
}
const stale = Object.entries(wanted).filter(([path, text]) => current(path) !== text)
if (!isCheck) for (const [path, text] of stale) writeFileSync(join(root, path), text)
for (const [path] of stale)
  console.log(
    isCheck
      ? `${path} is not what the contract says: node scripts/deviceProtocol.mjs`
      : `${path} written`,
  )
process.exitCode = isCheck && stale.length > 0 ? 1 : 0

function current(path) {
  try {
    return read(path)
  } catch (error) {
    if (error.code === 'ENOENT') return ''
    throw error
  }
}

/** Puts each part between its markers; a marker without a part, or the reverse, is a mistake. */
function filled(text, parts) {
  const left = new Set(Object.keys(parts))
  const result = text.replace(
    /(<!-- generated: (\w+) -->\n)[\s\S]*?(<!-- end -->)/g,
    (...found) => {
      const [, begin, name, end] = found
      if (!left.delete(name))
        throw new Error(`there is no generated part "${name}", or it is there twice`)
      return `${begin}\n${parts[name]}\n\n${end}`
    },
  )
  if (left.size > 0)
    throw new Error(`docs/device-protocol.md has no marker for ${[...left].join(', ')}`)
  return result
}
