import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/** The files of the tree as git sees it: tracked and new ones, without the ignored and the deleted. */
export function treeFiles(root) {
  const listed = execFileSync('git', ['ls-files', '-co', '--exclude-standard', '-z'], {
    cwd: root,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  return listed.split('\0').filter((path) => path !== '' && existsSync(join(root, path)))
}

/** The lines of a file, without the empty one after the last line break. */
export function linesOf(root, path) {
  const text = readFileSync(join(root, path), 'utf8')
  const lines = text.split('\n')
  if (lines.at(-1) === '') lines.pop()
  return lines
}
