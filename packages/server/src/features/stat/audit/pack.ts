import { readFile } from 'node:fs/promises'
import { PassThrough, pipeline, Readable } from 'node:stream'
import { auditPack, type ParsedOf } from '@muster/contract'
import { ZipFile } from 'yazl'
import type { Context } from '../../../kit/context.ts'
import { fieldRefusal } from '../../../kit/refusal.ts'
import { FileAnswer } from '../../../platform/fileAnswer.ts'
import { publicSealKeys, requireShort, verifyActions } from '../../log/index.ts'
import { isTimezone } from '../../timezone/timezone/index.ts'
import { type Words, wordsIn } from '../document/words.ts'
import { blockLines, blocksOf, entryLines } from './proof.ts'
import { terminalList } from './terminals.ts'

type Asked = ParsedOf<typeof auditPack.make>['body']

/** What an auditor gets: terminals, the log of a span and what proves it, each cut to what the caller sees. */
export async function packOf(asked: unknown, ctx: Context): Promise<FileAnswer> {
  const wish = requirePack(auditPack.make.schemas.body.parse(asked))
  const words = wordsIn(ctx.language, wish.timeZone)
  const verdict = await verifyActions({ ...ctx.platform, db: ctx.db }, wish)
  const keys = await publicSealKeys(ctx.platform)
  // What no block holds proves nothing: anybody could have written it.
  const blocks = await blocksOf(ctx, wish)
  const zip = new ZipFile()
  const out = new PassThrough()
  zip.on('error', (error: Error) => out.destroy(error))
  pipeline(zip.outputStream, out, () => undefined)
  const add = (name: string, text: string) => zip.addBuffer(Buffer.from(text), name)
  // Each is read when its turn comes, so that little is in memory however long the log is.
  const addLater = (name: string, open: () => Readable) =>
    zip.addReadStreamLazy(name, (give) =>
      give(
        null,
        open().on('error', (error) => out.destroy(error)),
      ),
    )
  add('README.txt', readMe(ctx, wish, words))
  addLater('terminals.csv', () => terminalList(ctx, words))
  addLater('actions.jsonl', () => Readable.from(blocks ? entryLines(ctx, wish, blocks) : []))
  addLater('blocks.jsonl', () => Readable.from(blocks ? blockLines(ctx, blocks) : []))
  add('keys.json', JSON.stringify(keys, null, 2))
  add('verdict.json', JSON.stringify({ at: ctx.now().toISOString(), ...verdict }, null, 2))
  add('verifyPack.mjs', await readFile(new URL('verifyPack.mjs', import.meta.url), 'utf8'))
  zip.end()
  const day = ctx.now().toISOString().slice(0, 10)
  return new FileAnswer(`auditor-pack-${day}.zip`, 'application/zip', out)
}

/** A pack of a span that can be looked at, in a zone that there is. */
export function requirePack(wish: Asked): Asked {
  requireShort(wish)
  if (!isTimezone(wish.timeZone)) throw fieldRefusal('timeZone', 'rule.timezone')
  return wish
}

/** What lies in the pack, and how it is proved. */
function readMe(ctx: Context, { from, to }: Asked, { t, moment, timeZone }: Words): string {
  const lines = [
    t('audit.title'),
    t('report.asOf', { time: moment(ctx.now()), zone: timeZone }),
    t('report.span', { from: moment(from), to: moment(to) }),
    t('audit.for', { name: ctx.principal.userName }),
    '',
    t('audit.terminalsHint'),
    t('audit.actionsHint'),
    t('audit.blocksHint'),
    t('audit.verdictHint'),
    t('audit.how'),
  ]
  return `${lines.join('\n')}\n`
}
