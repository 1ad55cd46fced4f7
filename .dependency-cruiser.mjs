/** The import rules of docs/architecture.md; tools/planted proves each of them. */

const test = String.raw`(^|/)test/|[.]test[.]tsx?$`
const npm = '(^|/)node_modules/'

/** One step outwards: what `from` must not reach for. */
const layer = (name, from, to) => ({
  name,
  severity: 'error',
  from: { path: from, pathNot: test },
  to: { path: to },
})

const server = 'packages/server/src'
const ui = 'packages/console/src'

/** Feature A sees feature B through B's index.ts only. */
const featureDoor = (name, features) => ({
  name,
  severity: 'error',
  from: { path: `^${features}/([^/]+)/`, pathNot: test },
  to: {
    path: `^${features}/[^/]+/`,
    pathNot: [`^${features}/$1/`, `^${features}/.+/index[.]tsx?$`],
  },
})

const betweenPackages = [
  {
    name: 'contract-imports-nothing-of-ours',
    severity: 'error',
    from: { path: '^packages/contract/' },
    to: { path: '^(packages|e2e|bench|scripts|tools)/', pathNot: '^packages/contract/' },
  },
  {
    name: 'only-contract-crosses-packages',
    severity: 'error',
    from: { path: '^packages/([^/]+)/', pathNot: [test, '^packages/(simulator|agent)/'] },
    to: { path: '^(packages/[^/]+|e2e|bench|scripts|tools)/', pathNot: '^packages/($1|contract)/' },
  },
  {
    name: 'terminals-share-terminal',
    comment: 'What speaks the protocol as a terminal does knows nothing of the platform.',
    severity: 'error',
    from: { path: '^packages/(simulator|agent)/', pathNot: test },
    to: {
      path: '^(packages/[^/]+|e2e|bench|scripts|tools)/',
      pathNot: '^packages/($1|contract|terminal)/',
    },
  },
  {
    name: 'tests-cross-to-contract-and-simulator',
    comment:
      'A test of the server may drive it with virtual terminals, never reach into the console.',
    severity: 'error',
    from: { path: '^packages/([^/]+)/' },
    to: {
      path: '^(packages/[^/]+|e2e|bench)/',
      pathNot: '^packages/($1|contract|terminal|simulator)/',
    },
  },
  {
    name: 'src-never-imports-test',
    severity: 'error',
    from: { path: '^packages/[^/]+/src/', pathNot: test },
    to: { path: test, pathNot: npm },
  },
]

const serverLayers = [
  layer('platform-is-lowest', `^${server}/platform/`, `^${server}/(access|kit|edge|features|bin)/`),
  layer('access-is-below-kit', `^${server}/access/`, `^${server}/(kit|edge|features|bin)/`),
  layer('kit-is-below-features', `^${server}/kit/`, `^${server}/(edge|features|bin)/`),
  layer('edge-knows-no-feature', `^${server}/edge/`, `^${server}/(features|bin)/`),
  layer('features-are-below-bin', `^${server}/features/`, `^${server}/(edge|bin)/`),
  layer(
    'server-has-six-layers',
    `^${server}/`,
    `^${server}/(?!(platform|access|kit|edge|features|bin)/)`,
  ),
  featureDoor('feature-through-its-index', `${server}/features`),
]

const consoleLayers = [
  layer('console-platform-is-lowest', `^${ui}/platform/`, `^${ui}/(ui|kit|features|shell|main[.])`),
  layer('ui-is-lowest', `^${ui}/ui/`, `^${ui}/(platform|kit|features|shell|main[.])`),
  layer('console-kit-is-below-features', `^${ui}/kit/`, `^${ui}/(features|shell|main[.])`),
  layer('features-are-below-shell', `^${ui}/features/`, `^${ui}/(shell/|main[.])`),
  layer('shell-is-below-main', `^${ui}/shell/`, `^${ui}/main[.]`),
  featureDoor('screen-through-its-index', `${ui}/features`),
  layer('only-ui-imports-mantine', `^packages/console/(?!src/ui/)`, `${npm}@mantine/`),
]

const rulesFile = String.raw`[.]rules[.]ts$`

const pureRules = [
  {
    name: 'rules-import-no-node-module',
    comment: 'No clock, files or network: the moment and the facts are arguments.',
    severity: 'error',
    from: { path: rulesFile },
    to: { dependencyTypes: ['core'] },
  },
  {
    name: 'rules-import-no-library',
    severity: 'error',
    from: { path: rulesFile },
    to: { path: npm, pathNot: `${npm}(@muster/contract|zod)/` },
  },
  {
    name: 'rules-import-rules-only',
    comment: 'Types from anywhere, values from the contract, refusals and other rules.',
    severity: 'error',
    from: { path: rulesFile },
    to: {
      path: `^${server}/`,
      pathNot: [rulesFile, `^${server}/kit/[rR]efusal[.]ts$`],
      dependencyTypesNot: ['type-only'],
    },
  },
]

const hygiene = [
  { name: 'no-circle', severity: 'error', from: {}, to: { circular: true } },
  {
    name: 'no-unresolved-import',
    comment:
      'What a benchmark compares with is installed when it runs, and is no dependency of ours.',
    severity: 'error',
    from: {},
    to: { couldNotResolve: true, pathNot: '^virtual:|^react-admin$' },
  },
  {
    name: 'declared-dependency',
    comment: "Only the package's own package.json says what it may import.",
    severity: 'error',
    from: { path: '^packages/[^/]+/src/', pathNot: test },
    to: { dependencyTypes: ['npm-no-pkg', 'npm-unknown'] },
  },
]

export default {
  forbidden: [...betweenPackages, ...serverLayers, ...consoleLayers, ...pureRules, ...hygiene],
  options: {
    doNotFollow: { path: npm },
    exclude: { path: '(^|/)dist/|[.]generated[.]' },
    moduleSystems: ['es6', 'cjs'],
    tsPreCompilationDeps: true,
    combinedDependencies: false,
    enhancedResolveOptions: {
      exportsFields: ['exports'],
      conditionNames: ['import', 'node', 'default', 'types'],
      extensions: ['.ts', '.tsx', '.mjs', '.js', '.json', '.css', '.d.ts'],
    },
  },
}
