// npm run corpus:apk [-- --bases]: compares our verdicts on packages with apksigner's. Every variant
// that packages/server/test/apk derives is written down and judged by apksig; what it says is kept in
// verdicts.json, against which the tests hold our own. `--bases` builds the packages anew that the
// variants are derived from, with keys that are thrown away. Needs Debian, and Java there.
import { spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { root, stop } from './install.mjs'
import { writeProject } from './apkProject.mjs'

const folder = join(root, 'packages/server/test/apk')
const bases = join(folder, 'bases')
const framework = '/usr/share/android-framework-res/framework-res.apk'
const apksig = '/usr/share/java/apksig.jar'
const packages = [
  'aapt',
  'android-framework-res',
  'apksigner',
  'libapksig-java',
  'openjdk-17-jdk-headless',
  'zipalign',
]

const scratch = mkdtempSync(join(tmpdir(), 'muster-apk-'))
try {
  installTools()
  if (process.argv.includes('--bases')) buildBases()
  await recordVerdicts()
} finally {
  rmSync(scratch, { recursive: true, force: true })
}

function installTools() {
  const tools = ['aapt2', 'zipalign', 'apksigner', 'keytool', 'jarsigner', 'java']
  const isThere = (name) => existsSync(`/usr/bin/${name}`)
  if (tools.every(isThere) && existsSync(framework) && existsSync(apksig)) return
  run('apt-get', ['-q', 'update'])
  run('apt-get', ['-q', 'install', '-y', '--no-install-recommends', ...packages])
}

function run(command, args, options = {}) {
  const { status, stdout, stderr } = spawnSync(command, args, {
    encoding: 'utf8',
    maxBuffer: 64 * 1024 ** 2,
    ...options,
  })
  if (status !== 0) stop(`${command} ${args.join(' ')} failed:\n${stderr}${stdout}`)
  return stdout
}

/** Signs and derives; the keys live as long as this. */
function buildBases() {
  const keys = makeKeys()
  const unsigned = new Map()
  rmSync(bases, { recursive: true, force: true })
  mkdirSync(bases, { recursive: true })
  for (const base of basesToBuild()) {
    const { name, sdk } = base
    const source = `${sdk.min}-${sdk.target}-${base.project ?? 'small'}`
    if (!unsigned.has(source)) unsigned.set(source, assemble(source, base))
    const target = join(bases, `${name}.apk`)
    cpSync(unsigned.get(source), target)
    if (base.jarsigner) signJar(target, keys, base)
    else if (base.signers) sign(target, keys, base)
  }
}

/** Name, Android versions, schemes, signers (the first is the oldest of a changed key). */
function basesToBuild() {
  const [old, usual, seven, nine, eleven] = [
    { min: 16, target: 28 },
    { min: 21, target: 28 },
    { min: 24, target: 28 },
    { min: 28, target: 29 },
    { min: 21, target: 30 },
  ]
  const rsa = ['rsa']
  return [
    { name: 'unsigned', sdk: usual },
    { name: 'v1', sdk: usual, schemes: '1', signers: rsa },
    { name: 'v1-sha1', sdk: old, schemes: '1', signers: rsa },
    { name: 'v1-ec', sdk: usual, schemes: '1', signers: ['ec'] },
    { name: 'v1-dsa', sdk: usual, schemes: '1', signers: ['dsa'] },
    { name: 'v1-jarsigner', sdk: usual, jarsigner: true, signers: rsa },
    { name: 'v1-target30', sdk: eleven, schemes: '1', signers: rsa },
    { name: 'v1-v2', sdk: usual, schemes: '12', signers: rsa },
    { name: 'v1-v2-two', sdk: usual, schemes: '12', signers: ['rsa', 'ec'] },
    { name: 'v1-v3', sdk: usual, schemes: '13', signers: rsa },
    { name: 'v1-v2-v3', sdk: usual, schemes: '123', signers: rsa },
    { name: 'v1-v2-v3-other', sdk: usual, schemes: '123', signers: ['other'] },
    { name: 'v1-v2-v3-expired', sdk: usual, schemes: '123', signers: ['expired'] },
    { name: 'v1-v2-v3-debug', sdk: usual, schemes: '123', signers: ['debug'] },
    { name: 'v1-v2-v3-rotated', sdk: usual, schemes: '123', signers: ['rsa', 'ec'] },
    { name: 'v2', sdk: seven, schemes: '2', signers: rsa },
    { name: 'v2-min21', sdk: usual, schemes: '2', signers: rsa },
    { name: 'v2-dsa', sdk: seven, schemes: '2', signers: ['dsa'] },
    { name: 'v2-v3-ec', sdk: seven, schemes: '23', signers: ['ec'] },
    { name: 'v2-v3-large', sdk: seven, schemes: '23', signers: ['large'] },
    { name: 'v2-v3-verity', sdk: seven, schemes: '23', signers: rsa, verity: true },
    { name: 'v3', sdk: nine, schemes: '3', signers: rsa },
    { name: 'v3-min24', sdk: seven, schemes: '3', signers: rsa },
    { name: 'v3-rotated', sdk: nine, schemes: '3', signers: ['rsa', 'ec'] },
    { name: 'v3-rotated-twice', sdk: nine, schemes: '3', signers: ['rsa', 'ec', 'other'] },
    { name: 'facts', sdk: usual, schemes: '123', signers: rsa, project: 'full' },
  ]
}

function makeKeys() {
  const store = join(scratch, 'keys.p12')
  const add = (alias, name, [days, ...how]) =>
    run('keytool', [
      '-genkeypair',
      ...Object.entries({
        '-keystore': store,
        '-storetype': 'PKCS12',
        '-storepass': 'throwaway',
        '-alias': alias,
        '-dname': name,
        '-validity': days,
      }).flat(),
      ...how,
    ])
  const rsa = ['18000', '-keyalg', 'RSA', '-keysize', '2048']
  add('rsa', 'CN=Usual, O=Muster', rsa)
  add('other', 'CN=Other, O=Muster', rsa)
  add('large', 'CN=Large, O=Muster', ['18000', '-keyalg', 'RSA', '-keysize', '4096'])
  add('ec', 'CN=Curve, O=Muster', ['18000', '-keyalg', 'EC', '-groupname', 'secp256r1'])
  add('dsa', 'CN=Old, O=Muster', ['18000', '-keyalg', 'DSA', '-keysize', '2048'])
  add('debug', 'CN=Android Debug, O=Android, C=US', rsa)
  const past = ['365', ...rsa.slice(1), '-startdate', '2010/01/01 00:00:00']
  add('expired', 'CN=Expired, O=Muster', past)
  return store
}

/** Compiles and packs; the files lie at addresses that Android can map. */
function assemble(name, { sdk, project = 'small' }) {
  const source = join(scratch, name)
  const files = writeProject(source, { sdk, isFull: project === 'full' })
  const [compiled, packed, aligned] = ['compiled.zip', 'packed.apk', 'aligned.apk'].map((file) =>
    join(source, file),
  )
  run('aapt2', ['compile', '--dir', join(source, 'res'), '-o', compiled])
  const manifest = ['--manifest', join(source, 'AndroidManifest.xml')]
  run('aapt2', ['link', '-o', packed, '-I', framework, ...manifest, compiled])
  run('aapt', ['add', packed, ...files], { cwd: source })
  run('zipalign', ['-f', '-p', '4', packed, aligned])
  return aligned
}

function keyOptions(store, alias) {
  return ['--ks', store, '--ks-pass', 'pass:throwaway', '--ks-key-alias', alias]
}

function sign(target, store, { name, schemes, signers, verity }) {
  const wants = [1, 2, 3].flatMap((number) => [
    `--v${number}-signing-enabled`,
    String(schemes.includes(String(number))),
  ])
  const isRotated = name.includes('rotated')
  const lineage = join(scratch, `${name}.lineage`)
  if (isRotated) rotate(lineage, store, signers)
  const who = signers.flatMap((alias, place) => [
    ...(place === 0 ? [] : ['--next-signer']),
    ...keyOptions(store, alias),
  ])
  const how = [
    ...(isRotated ? ['--lineage', lineage] : []),
    ...(verity ? ['--verity-enabled'] : []),
  ]
  run('apksigner', ['sign', '--v4-signing-enabled', 'false', ...wants, ...how, ...who, target])
}

/** Each key vouches for the next one. */
function rotate(lineage, store, signers) {
  signers.slice(1).forEach((alias, place) => {
    const from = place === 0 ? [] : ['--in', lineage]
    const old = ['--old-signer', ...keyOptions(store, signers[place])]
    const next = ['--new-signer', ...keyOptions(store, alias)]
    run('apksigner', ['rotate', ...from, '--out', lineage, ...old, ...next])
  })
}

function signJar(target, store, { signers: [alias] }) {
  const how = ['-sigalg', 'SHA256withRSA', '-digestalg', 'SHA-256']
  run('jarsigner', ['-keystore', store, '-storepass', 'throwaway', ...how, target, alias])
}

/** Writes what apksigner says of every variant, and tells where we say something else. */
async function recordVerdicts() {
  const { variants } = await import('../packages/server/test/apk/variants.ts')
  const corpus = join(scratch, 'corpus')
  mkdirSync(corpus)
  for (const { name, bytes } of variants()) writeFileSync(join(corpus, `${name}.apk`), bytes)
  const java = ['-cp', apksig, join(folder, 'Verdicts.java'), corpus]
  const lines = run('java', java).trim().split('\n')
  const verdicts = lines.map((line) => {
    const [name, verdict, schemes, signers] = line.split('\t')
    return [name, [verdict, schemes, signers.replace(/(\S{16})\S*/g, '$1')].join(' / ').trim()]
  })
  const path = join(folder, 'verdicts.json')
  const before = existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')) : {}
  const changed = verdicts.filter(([name, verdict]) => before[name] !== verdict)
  writeFileSync(path, `${JSON.stringify(Object.fromEntries(verdicts), null, 2)}\n`)
  console.log(
    `${verdicts.length} variants judged by apksigner, ${changed.length} differ from the record`,
  )
  for (const [name, verdict] of changed.slice(0, 40)) console.log(`  ${name}: ${verdict}`)
}
