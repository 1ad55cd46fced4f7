import { linesOf, treeFiles } from './files.mjs'

const code = /\.(ts|tsx|mjs|js|css|sql)$/
const generated = /[.]generated[.]/
const test = /\.test\.tsx?$|Spec\.tsx?$|(^|\/)test\//
const vague = /([a-z](Manager|Helper|Util|Data|Info)s?|(^|\/)(utils?|helpers?|common|misc))\.tsx?$/

const kits = [
  { folder: 'packages/server/src/kit/', file: 150, total: 800 },
  { folder: 'packages/console/src/kit/', file: 150, total: 2500 },
]
const hardLimit = 400
const median = 60
const ninetieth = 200

/** Sizes of files: the hard limit, the budgets of the two kits, and what half and 90 % of them keep to. */
export async function budget(root) {
  const sizes = treeFiles(root)
    .filter((path) => code.test(path) && !generated.test(path))
    .map((path) => ({ path, lines: linesOf(root, path).length }))
  const sources = sizes.filter(({ path }) => /^packages\/.*\.tsx?$/.test(path) && !test.test(path))
  const sorted = sources.map(({ lines }) => lines).sort((a, b) => a - b)
  const at = (part) => sorted[Math.floor((sorted.length - 1) * part)] ?? 0
  const faults = [
    ...sizes.filter(({ lines }) => lines > hardLimit).map(tooLong(hardLimit)),
    ...kits.flatMap((kit) => kitFaults(kit, sources)),
    ...sources.filter(({ path }) => vague.test(path)).map(({ path }) => `${path}: says no thing`),
    ...(at(0.5) > median ? [`the median file has ${at(0.5)} lines; ${median} are allowed`] : []),
    ...(at(0.9) > ninetieth ? [`a tenth has over ${at(0.9)} lines; ${ninetieth} are allowed`] : []),
  ]
  return {
    ok: faults.length === 0,
    says: `${sources.length} sources, median ${at(0.5)}, 90 % up to ${at(0.9)} lines`,
    details: faults.join('\n'),
  }
}

const tooLong =
  (limit) =>
  ({ path, lines }) =>
    `${path}: ${lines} lines; ${limit} are allowed`

function kitFaults({ folder, file, total }, sources) {
  const own = sources.filter(({ path }) => path.startsWith(folder))
  const sum = own.reduce((lines, source) => lines + source.lines, 0)
  return [
    ...own.filter(({ lines }) => lines > file).map(tooLong(file)),
    ...(sum > total ? [`${folder}: ${sum} lines in all; ${total} are allowed`] : []),
  ]
}
