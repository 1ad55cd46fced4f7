import { PassThrough, pipeline, type Readable } from 'node:stream'
import { ZipFile } from 'yazl'
import type { Contents } from '../../platform/contents.ts'

interface Zipped {
  readonly name: string
  readonly sha256: Buffer
}

/** Files as one archive. Each is opened when its turn comes, so little is in memory however large they are. */
export function zipOf(store: Pick<Contents, 'open'>, files: readonly Zipped[]): Readable {
  const zip = new ZipFile()
  // A file that goes away meanwhile breaks the answer off: nobody takes half an archive for a whole one.
  const out = new PassThrough()
  zip.on('error', (error: Error) => out.destroy(error))
  pipeline(zip.outputStream, out, () => undefined)
  const taken = new Set<string>()
  for (const { name, sha256 } of files)
    zip.addReadStreamLazy(nameIn(taken, name), { compress: !isPacked(name) }, (give) => {
      store.open(sha256).then(
        (content) =>
          give(
            null,
            content.on('error', (error) => out.destroy(error)),
          ),
        (error: unknown) => out.destroy(error instanceof Error ? error : new Error(String(error))),
      )
    })
  zip.end()
  return out
}

/** A sheet or an archive does not become smaller. */
const isPacked = (name: string): boolean => /\.(?:xlsx|zip|gz)$/i.test(name)

/** The name of a file, with a number where another one has it already. */
function nameIn(taken: Set<string>, name: string): string {
  const plain = name.replace(/[/\\]|^\.+/g, '_')
  const [, stem = plain, ending = ''] = /^(.+?)(\.[^.]*)?$/.exec(plain) ?? []
  let free = plain
  for (let number = 2; taken.has(free.toLowerCase()); number++)
    free = `${stem} (${number})${ending}`
  taken.add(free.toLowerCase())
  return free
}
