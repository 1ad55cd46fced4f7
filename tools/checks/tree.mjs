import { linesOf, treeFiles } from './files.mjs'

// Assembled from parts, or this file would find itself.
const words = (...parts) => parts.join('')
const forbidden = [
  {
    why: 'a path of one machine',
    pattern: new RegExp(words('(?<![\\w.}~-])/', '(work|home|root|Users|tmp)/[\\w.-]+')),
  },
  {
    why: 'a package registry or mirror',
    pattern: new RegExp(
      words('https?://[^\\s"\']*(npm', 'js\\.org|npm', 'mirror|artifactory|nexus|verdaccio)'),
    ),
  },
  { why: 'a private key', pattern: new RegExp(words('-----BEGIN [A-Z ]*PRIVATE', ' KEY-----')) },
  { why: 'a merge left over', pattern: /^(<{7} |>{7} |={7}$)/ },
]
const binary = /\.(png|jpe?g|gif|webp|ico|woff2?|ttf|pbf|zip|apk|gz|mp3)$/

/** What no file of the tree may hold: traces of one machine, secrets, unfinished merges. */
export async function tree(root) {
  const paths = treeFiles(root).filter((path) => !binary.test(path))
  const faults = paths.flatMap((path) => faultsOf(root, path))
  return {
    ok: faults.length === 0,
    says: `${paths.length} files`,
    details: faults.join('\n'),
  }
}

function faultsOf(root, path) {
  return linesOf(root, path).flatMap((line, index) => {
    const fault = forbidden.find(({ pattern }) => pattern.test(line))
    return fault ? [`${path}:${index + 1}: ${fault.why}: ${line.trim().slice(0, 100)}`] : []
  })
}
